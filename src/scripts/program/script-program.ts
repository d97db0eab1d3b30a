/** What the process of a step becomes, by SCRIPT_POLICY: a shell with a command line, or a file with its arguments. */

import { NotStarted } from '../not-started.ts';
import type { ScriptsConfig } from '../room.ts';
import { findScriptFile } from './find-script-file.ts';
import { splitWords } from './split-words.ts';

/** An absolute path, and the arguments. */
export type Program = readonly [path: string, ...args: string[]];

/** The longest argument of a process on Linux, without its closing NUL. */
const MOST_ARGUMENT_BYTES = 131_071;

/** Throws a NotStarted where the script cannot be run, as far as that can be told before. */
export async function scriptProgram(config: ScriptsConfig['scripts'], script: string | null): Promise<Program> {
  if (script === null || script.trim() === '') throw new NotStarted('no script');
  checkLength(script);
  const program = config.policy === 'shell' ? shellProgram(script) : await fileProgram(config.dir, script);
  if (program.some((part) => part.includes('\0'))) throw new NotStarted('the script has a NUL character in it');
  return program;
}

function checkLength(script: string): void {
  const bytes = Buffer.byteLength(script);
  if (bytes <= MOST_ARGUMENT_BYTES) return;
  throw new NotStarted(`the script is too long: ${bytes} bytes, the most are ${MOST_ARGUMENT_BYTES}`);
}

function shellProgram(script: string): Program {
  return ['/bin/sh', '-c', script];
}

async function fileProgram(dir: string, script: string): Promise<Program> {
  const [name = '', ...args] = splitWords(script);
  return [await findScriptFile(dir, name), ...args];
}
