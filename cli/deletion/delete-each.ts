/** Deletes tasks one after the other, and tells of each what came of it. */

import type { Api } from '../api/api.ts';
import { taskPath } from '../api/paths.ts';
import { ProblemFault } from '../api/problem.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { tellFault } from '../faults/tell-fault.ts';
import type { Output } from '../output/output.ts';
import type { Session } from '../session.ts';
import { inertJsonLines } from '../text/inert-json.ts';
import { inertLine } from '../text/inert.ts';

interface Deletion {
  readonly deleted: string[];
  readonly refused: ProblemFault[];
}

/** Goes on where one is refused; what concerns all of them is thrown. */
export async function deleteEach(session: Session, api: Api, taskIds: readonly string[]): Promise<ExitCode> {
  const { output, json } = session;
  const done: Deletion = { deleted: [], refused: [] };
  try {
    for (const taskId of taskIds) {
      const fault = await deleteOne(api, taskId);
      if (fault === null) done.deleted.push(taskId);
      else done.refused.push(fault);
      if (!json) tell(output, taskId, fault);
    }
  } finally {
    // Also of those before a service went away.
    if (json) tellJson(output, done);
  }
  return done.refused[0]?.exitCode ?? EXIT.success;
}

/** Gives the refusal of this task. */
async function deleteOne(api: Api, taskId: string): Promise<ProblemFault | null> {
  try {
    await api.delete(taskPath(taskId));
    return null;
  } catch (error) {
    if (error instanceof ProblemFault && concernsOne(error)) return error;
    throw error;
  }
}

/** Others may be deleted all the same. */
function concernsOne({ status, code }: ProblemFault): boolean {
  return [400, 404, 409].includes(status) || code === 'ending';
}

function tell(output: Output, taskId: string, fault: ProblemFault | null): void {
  if (fault === null) output.lines([`Deleted ${inertLine(taskId)}.`]);
  else for (const line of tellFault(fault, false).text.trimEnd().split('\n')) output.note(line);
}

function tellJson(output: Output, { deleted, refused }: Deletion): void {
  if (deleted.length + refused.length === 0) return;
  output.lines(inertJsonLines({ deleted, refused: refused.map(({ problem }) => problem) }));
}
