/** What execute would do, and how a task stands, in words. */

import type { Step, Task } from '../api/answers.ts';
import { t } from '../session/language.ts';
import { isInterrupted, type Plan } from './plan.ts';

export function describePlan(plan: Plan): string {
  switch (plan.kind) {
    case 'no-steps':
      return t('plan.no-steps');
    case 'all-done':
      return plan.total === 1 ? t('plan.all-done1') : t('plan.all-done', { total: plan.total });
    case 'runs':
    case 'recover':
    case 'resume':
    case 'begin': {
      const { stepNo: step, name, total, skipped } = plan;
      return t(`plan.${plan.kind}`, { step, name, total, skips: describeSkips(skipped) });
    }
  }
}

export function describeSkips(count: number): string {
  if (count === 0) return t('plan.skips0');
  return count === 1 ? t('plan.skips1') : t('plan.skips', { count });
}

/** Empty where the reason of a failure says more. */
export function describeStanding(task: Task, steps: readonly Step[]): string {
  const total = steps.length;
  if (isInterrupted(task)) return t('verdict.interrupted');
  if (task.status === 'SUCCESS') return total === 1 ? t('verdict.success1') : t('verdict.success', { total });
  if (task.status === 'FAILED') return '';
  if (!task.active) return t('verdict.pending');
  const running = steps.find(({ status }) => status === 'RUNNING');
  return running ? t('verdict.running', { step: running.stepNo, total, name: running.name }) : t('verdict.between');
}
