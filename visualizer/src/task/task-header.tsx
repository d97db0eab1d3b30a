/** How a task stands, why, and what execute would do next: the answer to the two questions people come with. */

import type { JSX } from 'preact';

import type { Step, Task } from '../api/answers.ts';
import { writePlace } from '../routing/url-state.ts';
import { t, tell } from '../session/language.ts';
import { connection } from '../session/connection.ts';
import { Icon } from '../ui/icons.tsx';
import { Moment } from '../ui/moment.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { timeOf } from './durations.ts';
import { isInterrupted, type Plan, readReason } from './plan.ts';
import { describePlan, describeStanding } from './plan-words.ts';
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
        <a href={writePlace({ page: 'list', status: null, q: '' })}>
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
        <TaskActions task={task} plan={plan} isPast={isPast} />
      </div>
      <StepStrip steps={steps} />
      <div class="verdict" aria-live="polite">
        <Standing task={task} steps={steps} />
        <div class="verdict-part next">
          <h2>{t('task.next')}</h2>
          <p>{describePlan(plan)}</p>
        </div>
      </div>
    </section>
  );
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
