/** Asks before a task is executed, with what the service says that it would do now. */

import type { JSX } from 'preact';

import type { ExecuteAnswer, ServicePlan, Step, Task } from '../api/answers.ts';
import { planPath, taskPath } from '../api/paths.ts';
import { useWatched } from '../api/use-watched.ts';
import { t } from '../session/language.ts';
import { ChangeDialog } from './change-dialog.tsx';
import type { Plan } from './plan.ts';
import { describePlan } from './plan-words.ts';
import { PlannedSteps, Refused } from './planned-steps.tsx';

const EVERY_MS = 2000;

interface ExecuteOf {
  readonly task: Task;
  readonly steps: readonly Step[];
  readonly plan: Plan;
  readonly onDone: (answer: ExecuteAnswer) => void;
  readonly onClose: () => void;
}

export function ExecuteDialog({ task, steps, plan, onDone, onClose }: ExecuteOf): JSX.Element {
  const { value: told, fault } = useWatched<ServicePlan>(planPath(task.taskId), EVERY_MS);
  return (
    <ChangeDialog<ExecuteAnswer>
      title={t('confirm.execute')}
      verb={t('task.execute')}
      request={{ method: 'POST', path: `${taskPath(task.taskId)}/execute` }}
      // Where no plan is told the service decides.
      isReady={told ? told.canExecute : fault !== null}
      onDone={onDone}
      onClose={onClose}
    >
      {told?.canExecute === false ? <Refused plan={told} /> : <p>{describePlan(plan)}</p>}
      {told && told.steps.length > 0 && <PlannedSteps plan={told} steps={steps} />}
      <p class="faint">{t('confirm.scripts')}</p>
    </ChangeDialog>
  );
}
