/** How a task stands, why, and what execute would do next: the answer to the two questions people come with. */

import type { JSX } from 'preact';

import type { ServicePlan, Step, Task } from '../api/answers.ts';
import { planPath } from '../api/paths.ts';
import { useWatched } from '../api/use-watched.ts';
import { ALL_TASKS, writePlace } from '../routing/url-state.ts';
import { t, tell } from '../session/language.ts';
import { connection } from '../session/connection.ts';
import { Icon } from '../ui/icons.tsx';
import { Moment } from '../ui/moment.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { timeOf } from './durations.ts';
import { isInterrupted, type Plan, readReason, startsRun } from './plan.ts';
import { describePlan, describeStanding } from './plan-words.ts';
import { Refused } from './planned-steps.tsx';
import { StepStrip } from './step-strip.tsx';
import { TaskActions } from './task-actions.tsx';

interface HeaderOf {
  readonly task: Task;
  readonly steps: readonly Step[];
  readonly plan: Plan;
  readonly isPast: boolean;
  readonly source: 'stream' | 'poll';
}

export function TaskHeader({ task, steps, plan, isPast, source }: HeaderOf): JSX.Element {
  return (
    <section class="task-head card">
      <nav class="crumbs">
        <a href={writePlace(ALL_TASKS)}>
          <Icon name="back" />
          {t('app.tasks')}
        </a>
        <code dir="auto">{task.taskId}</code>
        <Facts task={task} />
        <Source source={source} />
      </nav>
      <div class="task-title">
        <h1 dir="auto">{task.name}</h1>
        <StatusChip status={task.status} interrupted={isInterrupted(task)} />
        <TaskActions task={task} steps={steps} plan={plan} isPast={isPast} />
      </div>
      <StepStrip steps={steps} />
      <div class="verdict" aria-live="polite">
        <Standing task={task} steps={steps} />
        <div class="verdict-part next">
          <h2>{t('task.next')}</h2>
          <Next task={task} plan={plan} isPast={isPast} />
        </div>
      </div>
    </section>
  );
}

/** The service asks more than the rows: whether it has room, and whether they can be understood. */
const PLAN_EVERY_MS = 10_000;

function Next({ task, plan, isPast }: Pick<HeaderOf, 'task' | 'plan' | 'isPast'>): JSX.Element {
  const wants = startsRun(plan) && !task.active && !isPast;
  // A name of its own for each state of the task, so that it is asked again as soon as that changes.
  const path = wants ? `${planPath(task.taskId)}?_=${task.status}.${task.updatedAt}` : null;
  const { value, of } = useWatched<ServicePlan>(path, PLAN_EVERY_MS);
  if (wants && of === path && value?.canExecute === false) return <Refused plan={value} />;
  return <p>{describePlan(plan)}</p>;
}

function Standing({ task, steps }: Pick<HeaderOf, 'task' | 'steps'>): JSX.Element {
  const words = describeStanding(task, steps);
  const reason = task.message === null ? null : readReason(task.message);
  const isBad = task.status === 'FAILED';
  return (
    <div class={`verdict-part ${isBad ? 'bad' : isInterrupted(task) ? 'warn' : 'plain'}`}>
      <h2>{isBad ? t('task.failedAt') : t('task.now')}</h2>
      {words !== '' && <p>{words}</p>}
      {reason && <p dir="auto">{tell(reason.cause)}</p>}
      {reason?.lastOutput && (
        <p class="last-output" title={t('task.lastOutput')}>
          <code dir="auto">{reason.lastOutput}</code>
        </p>
      )}
    </div>
  );
}

function Facts({ task }: { readonly task: Task }): JSX.Element {
  return (
    <dl class="facts">
      <Fact name={t('task.created')} time={task.createdAt} />
      <Fact name={t('task.started')} time={task.startedAt} />
      <Fact name={t('task.finished')} time={task.finishedAt} />
      {task.owner !== null && (
        <div>
          <dt class="sr">{t('task.owner', { owner: '' })}</dt>
          <dd>{t('task.owner', { owner: task.owner })}</dd>
        </div>
      )}
    </dl>
  );
}

function Fact({ name, time }: { readonly name: string; readonly time: string | null }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Moment time={timeOf(time)} />
      </dd>
    </div>
  );
}

function Source({ source }: { readonly source: 'stream' | 'poll' }): JSX.Element {
  const isLost = connection.value.isLost;
  return (
    <span class={`source ${isLost ? 'lost' : source}`}>
      <span class="dot" aria-hidden="true" />
      {isLost ? t('source.lost') : t(source === 'stream' ? 'source.live' : 'source.poll')}
    </span>
  );
}
