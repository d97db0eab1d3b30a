/** A closer look at one step: its log, its script, its attempts; and the statechart of the run it belongs to. */

import type { ComponentChildren, JSX } from 'preact';

import type { Step, Task } from '../api/answers.ts';
import { ChartPanel } from '../chart/chart-panel.tsx';
import type { History } from '../history/use-history.ts';
import { LogPanel } from '../log/log-panel.tsx';
import { adjust } from '../routing/place.ts';
import type { TaskPlace, View } from '../routing/url-state.ts';
import { t, tell } from '../session/language.ts';
import { now } from '../ui/clock.ts';
import { Moment } from '../ui/moment.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { Attempts } from './attempts.tsx';
import { describeDuration, timeOf } from './durations.ts';
import { StepPowers } from './step-powers.tsx';

interface PanelOf {
  readonly task: Task;
  readonly step: Step | null;
  readonly steps: readonly Step[];
  readonly shown: TaskPlace;
  readonly history: History;
}

const VIEWS: readonly View[] = ['log', 'chart', 'script', 'attempts'];

export function StepPanel({ task, step, steps, shown, history }: PanelOf): JSX.Element {
  return (
    <section class="card panel">
      {step && (
        <StepHead step={step} total={steps.length} at={history.pastTime}>
          {!history.isPast && <StepPowers key={step.stepNo} task={task} steps={steps} step={step} />}
        </StepHead>
      )}
      <div class="tabs" role="tablist">
        {VIEWS.map((view) => (
          <button
            key={view}
            type="button"
            role="tab"
            id={`tab-${view}`}
            aria-selected={shown.view === view}
            aria-controls="view"
            onClick={() => adjust({ view })}
          >
            {t(`tab.${view}`)}
          </button>
        ))}
      </div>
      <div class="view" id="view" role="tabpanel" aria-labelledby={`tab-${shown.view}`} tabIndex={0}>
        <Shown {...{ task, step, shown, history }} />
      </div>
    </section>
  );
}

function Shown({ task, step, shown, history }: Omit<PanelOf, 'steps'>): JSX.Element {
  if (shown.view === 'chart') return <ChartPanel history={history} />;
  if (!step) return <p class="nothing">{t('step.none')}</p>;
  if (shown.view === 'script') return <pre class="script">{step.script ?? ''}</pre>;
  if (shown.view === 'attempts') return <Attempts taskId={task.taskId} step={step} />;
  return <LogPanel taskId={task.taskId} step={step} attempt={shown.attempt} line={shown.line} />;
}

interface HeadOf {
  readonly step: Step;
  readonly total: number;
  /** The moment that is shown, where it is not now. */
  readonly at: number | null;
  readonly children?: ComponentChildren;
}

function StepHead({ step, total, at, children }: HeadOf): JSX.Element {
  const { stepNo, name, status, message } = step;
  return (
    <header class="step-head">
      <div class="step-title">
        <h2 dir="auto">{name}</h2>
        <StatusChip status={status} />
        <span class="faint">{t('step.of', { step: stepNo, total })}</span>
      </div>
      <StepFacts step={step} at={at} />
      {message !== null && (
        <p class={`note ${status === 'FAILED' ? 'bad' : ''}`} dir="auto">
          {tell(message)}
        </p>
      )}
      {children}
    </header>
  );
}

function StepFacts({ step, at }: Pick<HeadOf, 'step' | 'at'>): JSX.Element {
  const { exitCode, startedAt, finishedAt, status } = step;
  const from = timeOf(startedAt);
  const to = timeOf(finishedAt);
  if (from === null) return <p class="faint">{t('step.notStarted')}</p>;
  return (
    <dl class="facts">
      <div>
        <dt>{t('step.started')}</dt>
        <dd>
          <Moment time={from} />
        </dd>
      </div>
      {(to !== null || status === 'RUNNING') && (
        <div>
          <dt>{t(to === null ? 'step.runningFor' : 'step.took')}</dt>
          <dd>{describeDuration((to ?? at ?? now.value) - from)}</dd>
        </div>
      )}
      {exitCode !== null && (
        <div>
          <dt>{t('step.exit')}</dt>
          <dd>
            <code>{exitCode}</code>
            {exitCode > 128 && exitCode < 160 && ` ${t('step.signal', { number: exitCode - 128 })}`}
          </dd>
        </div>
      )}
    </dl>
  );
}
