/** A network namespace with a cable to this host, which can be pulled: another host, as far as the network knows. Needs root. */

import { execFile, execFileSync } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';

import { isAlive } from './folder-of-this-process.ts';

const run = promisify(execFile);

/** Where all of them are, with this host as .1 of each /24. */
export const NETWORK = '10.231.0.0/16';

export interface NetworkNamespace {
  /** Of this host, as it is seen from inside. */
  readonly hostAddress: string;
  /** A command that runs another one inside. */
  inside(command: readonly string[]): [string, ...string[]];
  /** Standard output of a program that ran inside. */
  run(program: string, args: readonly string[]): Promise<string>;
  /** Nothing gets through any more, and nobody is told. */
  pullCable(): Promise<void>;
  plugCable(): Promise<void>;
  remove(): Promise<void>;
}

/** Why there can be none here; null where there can. */
export function whyNoNamespaces(): string | null {
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  try {
    execFileSync('ip', ['netns', 'list'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'the program ip is not there, or may not make network namespaces';
  }
}

/** Names of interfaces have 15 characters at most. */
const PREFIX = 'tms-';

const ip = (...args: readonly string[]) => run('ip', args);

/** @param subnet 0 to 255, one for each namespace. */
export async function makeNamespace(subnet: number): Promise<NetworkNamespace> {
  await sweepLeftovers();
  const name = `${PREFIX}${process.pid}-${subnet}`;
  const [outer, inner] = [`${name}-o`, `${name}-i`];
  const address = (host: number) => `10.231.${subnet}.${host}`;
  await ip('netns', 'add', name);
  await ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name);
  await ip('addr', 'add', `${address(1)}/24`, 'dev', outer);
  await ip('link', 'set', outer, 'up');
  await ip('-n', name, 'addr', 'add', `${address(2)}/24`, 'dev', inner);
  await ip('-n', name, 'link', 'set', inner, 'up');
  await ip('-n', name, 'link', 'set', 'lo', 'up');
  return {
    hostAddress: address(1),
    inside: (command) => ['ip', 'netns', 'exec', name, ...command],
    async run(program, args) {
      const { stdout } = await run('ip', ['netns', 'exec', name, program, ...args]);
      return stdout;
    },
    pullCable: async () => void (await ip('link', 'set', outer, 'down')),
    plugCable: async () => void (await ip('link', 'set', outer, 'up')),
    async remove() {
      await ip('netns', 'del', name);
      // With the inner end the outer one is gone too.
    },
  };
}

/** Of test runs that were killed. */
async function sweepLeftovers(): Promise<void> {
  const { stdout } = await ip('netns', 'list');
  const names = stdout.split('\n').map((line) => line.split(' ')[0] ?? '');
  for (const name of names.filter((found) => found.startsWith(PREFIX))) {
    if (!isAlive(Number(name.split('-')[1]))) await ip('netns', 'del', name);
  }
}
