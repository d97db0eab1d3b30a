/** Has the launcher start the script of a prepared attempt, and says in words why it could not. */

import { access, constants } from 'node:fs/promises';

import { LauncherUnavailable, StartFailure } from './launcher/launcher-errors.ts';
import type { LaunchedProcess } from './launcher/track-requests.ts';
import { NotStarted } from './not-started.ts';
import type { PreparedAttempt } from './prepare-attempt.ts';
import { scriptProgram } from './program/script-program.ts';
import type { ScriptsRoom } from './room.ts';
import { scriptEnvironment } from './script-environment.ts';
import { stepCommand } from './step-command.ts';

/**
 * Throws a NotStarted, or a LauncherDied where it cannot be told what happened.
 * @param isFirstTry a later one writes on in the log of the first.
 */
export async function launchScript(
  room: ScriptsRoom,
  { attempt, facts, logPath, lockPath }: PreparedAttempt,
  isFirstTry: boolean,
): Promise<LaunchedProcess> {
  const attemptId = facts.random;
  const { flock, config, launcher } = room;
  const { dir, environment } = config.scripts;
  // At the last moment, and again for each try: the file may have changed.
  const program = await scriptProgram(config.scripts, attempt.script);
  try {
    return await launcher.start({
      ...stepCommand(program, flock === null ? null : { flock, lockPath, attemptId }),
      dir,
      environment: scriptEnvironment(environment, attempt, facts),
      log: { path: logPath, create: isFirstTry, limitBytes: config.stepLogLimitBytes },
      attemptId,
    });
  } catch (error) {
    throw await explain(error, dir);
  }
}

async function explain(error: unknown, dir: string): Promise<unknown> {
  if (error instanceof LauncherUnavailable) {
    return new NotStarted(`cannot start the script: ${error.message}`, { cause: error });
  }
  if (!(error instanceof StartFailure)) return error;
  return new NotStarted(await describeFailure(error, dir), { cause: error });
}

async function describeFailure({ part, code }: StartFailure, dir: string): Promise<string> {
  if (part === 'log') return `cannot open the log: ${code}`;
  if (code === 'E2BIG') return 'the script and its environment are too long for a process: E2BIG';
  // The system gives the same code for a command that cannot be found and a folder that cannot be entered.
  const fault = await folderFault(dir);
  return fault ? `cannot enter the working directory of scripts: ${fault}` : `cannot start the script: ${code}`;
}

async function folderFault(dir: string): Promise<string | null> {
  try {
    // With the slash it must be a folder.
    await access(`${dir}/`, constants.X_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown error';
  }
}
