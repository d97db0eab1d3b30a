/** Which files in the folder of a task are the service's own: logs, records of attempts, journals of runs. */

import { runOf } from './journal-name.ts';
import { parseLogPath } from './log-path.ts';

/** @param folder the name of the task's folder, as taskFolder() makes it. */
export function isTaskFile(folder: string, name: string): boolean {
  return runOf(name) !== null || parseLogPath(`${folder}/${name.replace(/\.json$/, '.log')}`) !== null;
}
