/** A task: how it stands and why, its steps, and a closer look at one of them. */

import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';

import { openFeed } from '../feed/open-feed.ts';
import type { TaskFeed } from '../feed/task-feed.ts';
import { useHistory } from '../history/use-history.ts';
import { Timeline } from '../history/timeline.tsx';
import { WhyLog } from '../history/why-log.tsx';
import { useKeys } from '../keys/keys.ts';
import { adjust, place } from '../routing/place.ts';
import { ALL_TASKS, taskPlace, type TaskPlace, writePlace } from '../routing/url-state.ts';
import { t } from '../session/language.ts';
import { FaultNote } from '../ui/fault-note.tsx';
import { useSteady } from '../ui/use-steady.ts';
import { timeOf } from './durations.ts';
import { asShown, planOf, stepToLookAt } from './plan.ts';
import { StepPanel } from './step-panel.tsx';
import { Steps } from './steps.tsx';
import { TaskHeader } from './task-header.tsx';

export function TaskView({ taskId }: { readonly taskId: string }): JSX.Element {
  const [feed, close] = useMemo(() => open(taskId), [taskId]);
  useEffect(() => close, [close]);
  const shown = place.value.page === 'task' ? place.value : taskPlace(taskId);
  const history = useHistory(feed, shown);
  if (!history.seen) return <Waiting feed={feed} />;
  return <Known feed={feed} shown={shown} history={history} seen={history.seen} />;
}

function open(taskId: string): readonly [TaskFeed, () => void] {
  const closing = new AbortController();
  return [openFeed(taskId, closing.signal), () => closing.abort()];
}

function Waiting({ feed }: { readonly feed: TaskFeed }): JSX.Element {
  const fault = feed.fault.value;
  if (!fault) return <p class="faint centre">{t('app.loading')}</p>;
  return (
    <section class="centre">
      <h1>{t('task.missing')}</h1>
      <FaultNote fault={fault} />
      <a href={writePlace(ALL_TASKS)}>{t('task.back')}</a>
    </section>
  );
}

/** How long the step that nobody chose is looked at, at least: each look asks for a log. */
const LOOK_MS = 500;

type History = ReturnType<typeof useHistory>;

interface KnownOf {
  readonly feed: TaskFeed;
  readonly shown: TaskPlace;
  readonly history: History;
  readonly seen: NonNullable<History['seen']>;
}

function Known({ feed, shown, history, seen }: KnownOf): JSX.Element {
  const { task } = seen;
  const steps = useMemo(() => asShown(task, seen.steps), [task.active, seen.steps]);
  const moving = useSteady(stepToLookAt(seen.steps)?.stepNo ?? null, LOOK_MS);
  const step = steps.find(({ stepNo }) => stepNo === (shown.step ?? moving)) ?? null;
  const plan = planOf(task, seen.steps);
  useStepKeys(
    steps.map(({ stepNo }) => stepNo),
    step?.stepNo ?? null,
  );
  return (
    <div class={history.isPast ? 'task past' : 'task'}>
      <TaskHeader task={task} steps={steps} plan={plan} isPast={history.isPast} source={feed.source.value} />
      {feed.fault.value && <FaultNote fault={feed.fault.value} />}
      <div class={shown.view === 'chart' ? 'columns wide' : 'columns'}>
        <div class="column">
          <Steps
            steps={steps}
            plan={plan}
            selected={step?.stepNo ?? null}
            isChosen={shown.step !== null}
            onSelect={selectStep}
            runStart={timeOf(history.run.begin?.startedAt ?? null)}
            pastTime={history.pastTime}
          />
          <WhyLog history={history} source={feed.source.value} selected={step?.stepNo ?? null} />
        </div>
        <StepPanel task={task} step={step} steps={steps} shown={shown} history={history} />
      </div>
      <Timeline history={history} />
    </div>
  );
}

function selectStep(stepNo: number): void {
  adjust({ step: stepNo, attempt: null, line: null });
}

/** j and k go through the steps; l and c choose what is shown of one. */
function useStepKeys(numbers: readonly number[], selected: number | null): void {
  const move = (by: number) => {
    const index = numbers.indexOf(selected ?? -1);
    const next = numbers[Math.max(0, Math.min(numbers.length - 1, index + by))];
    if (next !== undefined) selectStep(next);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    l: () => adjust({ view: 'log' }),
    c: () => adjust({ view: 'chart' }),
  });
}
