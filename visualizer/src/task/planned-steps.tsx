/** What execute would do with each step, and why, as the service says. */

import type { JSX } from 'preact';

import type { ServicePlan, Step } from '../api/answers.ts';
import { t, tell } from '../session/language.ts';
import { groupPlan, type PlannedGroup } from './group-plan.ts';

interface PlannedOf {
  readonly plan: ServicePlan;
  readonly steps: readonly Step[];
}

export function PlannedSteps({ plan, steps }: PlannedOf): JSX.Element {
  return (
    <ol class="planned" tabIndex={0} aria-label={t('plan.steps')}>
      {groupPlan(plan.steps).map((group) => (
        <li key={group.first} class={`planned-${group.action}`}>
          <strong>{describeGroup(group, steps)}</strong>
          <span class="tag">{t(`plan.action.${group.action}`)}</span>
          <span class="faint">{tell(group.why)}</span>
        </li>
      ))}
    </ol>
  );
}

function describeGroup({ first, last }: PlannedGroup, steps: readonly Step[]): string {
  if (first !== last) return t('plan.range', { first, last });
  return t('plan.one', { step: first, name: steps.find(({ stepNo }) => stepNo === first)?.name ?? '' });
}

/** What refuses an execute. */
export function Refused({ plan }: Pick<PlannedOf, 'plan'>): JSX.Element {
  return (
    <p class="note warn" role="status">
      {t('plan.refused', { reason: tell(plan.reason ?? '') })}
    </p>
  );
}
