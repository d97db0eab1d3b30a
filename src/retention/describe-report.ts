/** What pruning did, in words. */

import type { PruneReport } from './prune-report.ts';
import type { Pruned } from './prune-tasks.ts';

export function describeReport({ isDryRun, pruned, orphans, isStopped }: PruneReport): readonly string[] {
  const verb = isDryRun ? 'Would remove' : 'Removed';
  return [
    `${describePruned(pruned, isDryRun)}${isStopped ? ' Stopped before the end.' : ''}`,
    ...(orphans === null
      ? []
      : [`${verb} ${counted(orphans.files, 'file')} of ${counted(orphans.folders, 'task')} that are no more.`]),
  ];
}

export function describePruned({ tasks, steps, files, kept, unremoved, reason }: Pruned, isDryRun: boolean): string {
  const what = `${counted(tasks, 'task')} with ${counted(steps, 'step')} and ${counted(files, 'file')}`;
  return [
    `${isDryRun ? 'Would delete' : 'Deleted'} ${what}.`,
    ...(kept > 0 ? [`Kept ${counted(kept, 'task')}: in use, changed meanwhile, or referred to by other rows.`] : []),
    ...(unremoved > 0 ? [`Files of ${counted(unremoved, 'task')} could not all be removed: ${reason}.`] : []),
  ].join(' ');
}

/** `1 task`, `1,200 tasks`. */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
