/** What the rows may do: I4 legal edges, I6 one RUNNING step, I8 a failure stops the run, I10 task and steps agree. */

import { BY_HAND, type Timeline, type Transition } from '../timeline.ts';
import { ofRule, type Violation } from '../violation.ts';

const STEP_EDGES = new Set(['PENDING→RUNNING', 'FAILED→RUNNING', 'RUNNING→SUCCESS', 'RUNNING→FAILED']);

/** By the words of whoever asked for them. */
const POWER_EDGES: Readonly<Record<string, RegExp>> = {
  'SUCCESS→FAILED': /^(set back|resolved as FAILED) by /,
  'PENDING→FAILED': /^resolved as FAILED by /,
  'PENDING→SUCCESS': /^resolved as SUCCESS by /,
  'FAILED→SUCCESS': /^resolved as SUCCESS by /,
  'SUCCESS→SUCCESS': /^resolved as SUCCESS by /,
  'PENDING→PENDING': /^script mended by /,
  'FAILED→FAILED': /^(script mended by|resolved as FAILED by) /,
};

/** Where a step of it was changed by hand. */
const POWER_TASK_EDGES = new Set(['SUCCESS→FAILED', 'SUCCESS→SUCCESS', 'FAILED→FAILED', 'PENDING→PENDING']);

const TASK_EDGES = new Set([
  'PENDING→RUNNING',
  'FAILED→RUNNING',
  'SUCCESS→RUNNING',
  'RUNNING→RUNNING',
  'RUNNING→SUCCESS',
  'RUNNING→FAILED',
  'PENDING→SUCCESS',
  'FAILED→SUCCESS',
]);

export function checkTransitions(timeline: Timeline): readonly Violation[] {
  return [...timeline.values()].flat().flatMap((transition) => CHECKS.flatMap((check) => check(transition)));
}

const CHECKS = [checkEdges, checkOneRunning, checkOrder, checkFailStop, checkAgreement];

function checkEdges({ taskId, at, task, steps }: Transition): readonly Violation[] {
  const illegal = ofRule('I4');
  const ofSteps = steps.flatMap(({ stepNo, old, new: row }) => {
    const edge = `${old.status}→${row.status}`;
    return STEP_EDGES.has(edge) || POWER_EDGES[edge]?.test(row.message ?? '')
      ? []
      : [illegal(taskId, at, `step ${stepNo}: ${edge}`)];
  });
  if (!task) return ofSteps;
  const edge = `${task.old.status}→${task.new.status}`;
  const isByHand = steps.some(({ new: row }) => BY_HAND.test(row.message ?? '')) && POWER_TASK_EDGES.has(edge);
  return TASK_EDGES.has(edge) || isByHand ? ofSteps : [...ofSteps, illegal(taskId, at, `task: ${edge}`)];
}

function checkOneRunning({ taskId, at, steps, after }: Transition): readonly Violation[] {
  const isStart = steps.some(({ new: row }) => row.status === 'RUNNING');
  const running = [...after.steps].filter(([, status]) => status === 'RUNNING').map(([stepNo]) => stepNo);
  if (!isStart || running.length < 2) return [];
  return [ofRule('I6')(taskId, at, `steps ${running.join(' and ')} are RUNNING together`)];
}

function checkOrder({ taskId, at, steps, after }: Transition): readonly Violation[] {
  return steps
    .filter(({ new: row }) => row.status === 'RUNNING')
    .flatMap(({ stepNo }) => {
      const open = [...after.steps].filter(([lower, status]) => lower < stepNo && status !== 'SUCCESS');
      if (open.length === 0) return [];
      return [ofRule('I5')(taskId, at, `step ${stepNo} became RUNNING while step ${open[0]?.join(' was ')}`)];
    });
}

/** A failed step and its task become FAILED together, unless it is residue of a run before; and only a run starts steps. */
function checkFailStop({ taskId, at, task, steps, after }: Transition): readonly Violation[] {
  const failed = steps.filter(({ new: row }) => row.status === 'FAILED').map(({ stepNo }) => stepNo);
  const started = steps.filter(({ new: row }) => row.status === 'RUNNING').map(({ stepNo }) => stepNo);
  const broken = ofRule('I8');
  if (failed.length > 0 && started.length > 0) {
    return [broken(taskId, at, `step ${started.join()} was started as step ${failed.join()} failed`)];
  }
  if (failed.length > 0 && task === null) {
    return [broken(taskId, at, `step ${failed.join()} failed and the run went on`)];
  }
  if (started.length > 0 && after.task !== 'RUNNING') {
    return [broken(taskId, at, `step ${started.join()} was started while the task was ${after.task}`)];
  }
  return [];
}

function checkAgreement({ taskId, at, task, steps, after }: Transition): readonly Violation[] {
  const statuses = [...after.steps.values()];
  const isAllSuccess = statuses.every((status) => status === 'SUCCESS');
  const disagrees = ofRule('I10');
  if (after.task === 'SUCCESS' && !isAllSuccess) return [disagrees(taskId, at, 'task SUCCESS, but not every step is')];
  if (isAllSuccess && steps.length > 0 && after.task !== 'SUCCESS') {
    return [disagrees(taskId, at, `the last step became SUCCESS while the task stayed ${after.task}`)];
  }
  if (task?.new.status === 'FAILED' && statuses.includes('RUNNING')) {
    return [disagrees(taskId, at, 'task FAILED while a step is RUNNING')];
  }
  return [];
}
