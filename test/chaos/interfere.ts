/** Changes a task by hand, as operators do: mends, resolves, begins at a step, deletes. */

import type { Client } from './client.ts';
import type { Call, Power } from './history.ts';
import type { Random } from './random.ts';
import { SCRIPTS_OF_A_TASK, scriptLine } from './schedule.ts';

/** A task that is changed by hand, and what was asked of it so far. */
export interface Interference {
  readonly taskId: string;
  readonly random: Random;
  readonly mayDelete: boolean;
  /** Each change that is told apart by a number has the next one. */
  versions: number;
  isDeletionAsked: boolean;
}

export async function interfere(client: Client, task: Interference, op: Power): Promise<Call | null> {
  const { taskId, random } = task;
  const wish = { stepNo: random.between(1, SCRIPTS_OF_A_TASK), version: (task.versions += 1) };
  switch (op) {
    case 'mend':
      return client.ask(op, taskId, { script: mendedLine(random, wish.version), reason: reasonOf(wish) }, wish);
    case 'resolve': {
      const status = random.chance(0.5) ? 'SUCCESS' : 'FAILED';
      return client.ask(op, taskId, { status, reason: reasonOf(wish) }, wish);
    }
    case 'from-step':
      return client.ask(op, taskId, { fromStep: wish.stepNo }, wish);
    case 'delete':
      if (!task.mayDelete || random.chance(0.5)) return null;
      task.isDeletionAsked = true;
      return client.ask(op, taskId);
  }
}

/** By which the change is found in what was stored. */
export function reasonOf({ version }: { readonly version: number }): string {
  return `wish number ${version}.`;
}

function mendedLine(random: Random, version: number): string {
  return scriptLine(random.between(7, 50), random.pick(['plain', 'plain', 'child', 'stubborn']), version);
}
