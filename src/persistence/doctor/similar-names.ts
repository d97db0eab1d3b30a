/** How much a name of another program looks like a column of ours: 1 where it is a usual name for it, 0 where nothing speaks for it. */

import type { StepColumn, TaskColumn } from '../columns.ts';

/** Usual names for each, the best first; a name may have more words around them. */
const USUAL: Readonly<Record<StepColumn | TaskColumn, readonly string[]>> = {
  id: ['id', 'pk', 'pk_id', 'row_id', 'uuid', 'ulid'],
  taskId: [
    'task_id',
    'task_no',
    'task_code',
    'job_id',
    'job_no',
    'plan_id',
    'run_id',
    'code',
    'no',
    'key',
    'number',
    'plan',
    'job',
  ],
  name: ['task_name', 'step_name', 'name', 'title', 'label', 'caption', 'description'],
  status: ['status', 'state', 'phase'],
  message: [
    'message',
    'msg',
    'err_msg',
    'error',
    'reason',
    'remark',
    'note',
    'detail',
    'comment',

    'result',
  ],
  createdAt: ['created_at', 'created', 'create_time', 'gmt_create', 'created_on', 'creation'],
  updatedAt: [
    'updated_at',
    'updated',
    'update_time',
    'gmt_modified',
    'modified',
    'modification',
    'changed_at',
    'changed',
    'last_update',
  ],
  startedAt: ['started_at', 'started', 'start_time', 'begin_time', 'begun', 'begin', 'start'],
  finishedAt: [
    'finished_at',
    'finished',
    'end_time',
    'finish_time',
    'ended_at',
    'ended',
    'completed_at',
    'completion',
    'end',
    'done_at',
  ],
  stepNo: [
    'step_no',
    'seq_no',
    'sort_no',
    'seq',
    'sequence',
    'ordinal',
    'position',
    'place',
    'order_no',
    'step',
    'sort',
    'idx',
    'index',
    'rank',
  ],
  script: ['script', 'shell_script', 'command', 'cmd', 'shell', 'body', 'code', 'content', 'program'],
  logPath: ['log_path', 'log_file', 'log', 'logfile', 'output_path', 'output'],
  exitCode: ['exit_code', 'ret_code', 'return_code', 'exit', 'code', 'rc'],
};

/** Below this a name is no guess but a coincidence. */
export const LEAST_LIKENESS = 0.4;

export function likeness(column: StepColumn | TaskColumn, name: string): number {
  const words = wordsOf(name);
  const whole = words.join('_');
  const usual = USUAL[column];
  const rank = usual.indexOf(whole);
  if (rank >= 0) return 1 - rank / 100;
  const within = usual.findIndex((one) => `_${whole}_`.includes(`_${one}_`));
  if (within >= 0) return 0.75 - within / 100;
  return 0.6 * Math.max(...usual.map((one) => sharedPairs(one, whole)));
}

/** `JobNo`, `job-no` and `job_no` have the same words. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** The share of pairs of neighbouring letters that two texts have in common (Dice). */
function sharedPairs(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  if (pairs.length + others.length === 0) return 0;
  const left = [...others];
  const shared = pairs.filter((pair) => {
    const at = left.indexOf(pair);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return (2 * shared.length) / (pairs.length + others.length);
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}
