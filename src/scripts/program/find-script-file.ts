/**
 * The file that a script names under SCRIPT_POLICY=files, looked at right before it is started. Who may write in SCRIPTS_DIR
 * can still replace it after the look, and so decides what runs in any case.
 */

import { access, constants, lstat, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

import { isInside } from '../is-inside.ts';
import { hasErrorCode } from '../log-errors.ts';
import { NotStarted, orNotStarted } from '../not-started.ts';
import { findBeginningFault } from './beginning-fault.ts';
import { canAnybodyWrite } from './writable-by-anybody.ts';

/** Its real path, inside that of the folder. Throws a NotStarted where it cannot be run. */
export async function findScriptFile(dir: string, name: string): Promise<string> {
  if (name === '' || name.includes('\0')) throw unusable('invalid script name', name);
  // As far as the text tells: outside, not even whether a file exists is said.
  const path = resolve(dir, name);
  if (!isInside(dir, path)) throw unusable(OUTSIDE, name);
  const root = await orNotStarted('cannot enter the working directory of scripts', realpath(dir));
  return orNotStarted('cannot look at the script', findInside({ root, path, name }));
}

const OUTSIDE = 'the script is outside the scripts folder';

interface Named {
  /** Real path of the scripts folder. */
  readonly root: string;
  readonly path: string;
  /** As the script has it. */
  readonly name: string;
}

async function findInside({ root, path, name }: Named): Promise<string> {
  const file = await realPath(path, name);
  if (!isInside(root, file)) throw unusable(OUTSIDE, name);
  // Before it is opened: a pipe would wait, and to open a device may do something.
  if (!(await lstat(file)).isFile()) throw unusable('the script is not a file', name);
  if (!(await isExecutable(file))) throw unusable('the script is not executable (chmod +x)', name);
  if (await canAnybodyWrite(file, root)) throw unusable(OPEN_TO_ALL, name);
  const fault = await findBeginningFault(file, root);
  if (fault !== null) throw unusable(fault, name);
  return file;
}

const OPEN_TO_ALL = 'any user of this host may change the script: it or a folder it is in is writable for others';

async function realPath(path: string, name: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) throw unusable('the script was not found', name, error);
    if (hasErrorCode(error, 'ENAMETOOLONG')) throw unusable('invalid script name', name, error);
    throw error;
  }
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EACCES')) return false;
    throw error;
  }
}

/** A message has room for no more of a name. */
const MOST_NAME = 200;

function unusable(fault: string, name: string, cause?: unknown): NotStarted {
  return new NotStarted(`${fault}: ${JSON.stringify(name.slice(0, MOST_NAME))}`, { cause });
}
