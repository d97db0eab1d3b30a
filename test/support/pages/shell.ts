/** One shell that lives for a whole page, as the terminal of its reader does. */

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';

import { eventually } from '../eventually.ts';
import { PROJECT } from '../the-service.ts';

export interface Shell extends AsyncDisposable {
  /** What the commands say, of both streams. The first one that fails fails all. */
  run(commands: string): Promise<string>;
  /** The same of a question: its answer counts, not whether it ends well. */
  ask(question: string): Promise<string>;
}

const MARK = 'end of the commands';

/** In the folder of the project, where the reader is after cloning it. */
export function openShell(): Shell {
  const child = spawn('/bin/sh', ['-s'], { cwd: PROJECT, env: environment(), stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  child.stdin.write('exec 2>&1\nset -e\n');
  return {
    run: (commands) => run(child, commands),
    ask: (question) => run(child, `set +e\n${question}\nset -e`),
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await closed;
    },
  };
}

/** Nothing of the settings of whoever runs the tests. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR'].map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

async function run(child: ChildProcessByStdio<Writable, Readable, null>, commands: string): Promise<string> {
  let said = '';
  const listen = (chunk: Buffer) => (said += chunk.toString());
  child.stdout.on('data', listen);
  child.stdin.write(`{ ${commands}\n} </dev/null\necho; echo '${MARK}'\n`);
  const end = `\n${MARK}\n`;
  await eventually(`the end of ${commands}`, () => said.endsWith(end) || child.exitCode !== null);
  child.stdout.off('data', listen);
  if (!said.endsWith(end)) throw new Error(`these commands failed (${child.exitCode}):\n${commands}\n${said}`);
  return said.slice(0, -end.length).trim();
}
