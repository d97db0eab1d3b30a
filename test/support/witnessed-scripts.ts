/** Scripts that tell of their start and end in a journal, and of another one of their step that lives at the same time. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from './eventually.ts';

export interface WitnessedScripts {
  /** The script with its witness around it; the end is told only where the script comes to it. */
  script(script: string): string;
  /** A line for each start, end and overlap: `start <stepNo>.<attempt>`. */
  journal(): Promise<string>;
  /** Waits for a line. */
  until(line: string): Promise<unknown>;
}

/** The probe is a lock of its own: the kernel frees it at any death, so no clock and no sampling are involved. */
export function witnessScripts(root: string, { withTask = false } = {}): WitnessedScripts {
  const path = join(root, 'journal');
  const name = withTask ? '$TASK_ID $STEP_NO.$ATTEMPT' : '$STEP_NO.$ATTEMPT';
  const tell = (what: string) => `echo "${what} ${name}" >> ${path}`;
  const journal = async () => readFile(path, 'utf8');
  return {
    script(script) {
      const probe = [`exec 9>> ${join(root, 'probe-$TASK_ID-$STEP_NO')}`, `flock -n 9 || ${tell('overlap')}`];
      return [...probe, tell('start'), script, tell('end')].join('\n');
    },
    journal,
    until: (line) => {
      const isTold = async () => (await journal()).includes(`${line}\n`);
      return eventually(`the line "${line}"`, isTold);
    },
  };
}
