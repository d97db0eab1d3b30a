/** What a terminal shows of a run at a moment: a head, and as many steps as it has room for, around the one that runs. */

import type { Step, Task } from '../api/answers.ts';
import { markOf, paintOf, statusOf } from '../output/marks.ts';
import type { Colors } from '../output/output.ts';
import { durationText, msBetween } from '../text/duration.ts';
import { cutTo, fillTo, widthOf } from '../text/fit.ts';
import { inertLine } from '../text/inert.ts';
import type { Watched } from './watched.ts';

export interface FrameOptions {
  readonly columns: number;
  readonly rows: number;
  readonly colors: Colors;
  /** Which of the frames this is; null: the last one, in which nothing turns. */
  readonly frame: number | null;
  /** What there is to say of the connection. */
  readonly trouble: string | null;
  readonly nowMs: number;
}

const TURNING = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** The head, what is left out above and below, the trouble, and the line of the cursor. */
const OTHER_ROWS = 5;

const MOST_NAME = 40;

/** A difference of clocks that is none, but the time that the news took. */
const SAME_CLOCK_MS = 2000;

export function frameLines(watched: Watched, options: FrameOptions): readonly string[] {
  const { task } = watched;
  if (task === null) return [];
  const { columns, colors, trouble } = options;
  return [
    headLine(task, watched, options),
    ...stepLines(watched, options),
    ...(trouble === null ? [] : [colors.yellow(cutTo(`  ${trouble}`, columns - 1))]),
  ];
}

function headLine(
  task: Task,
  { startedAt, clockMs }: Watched,
  { columns, colors, frame, nowMs }: FrameOptions,
): string {
  const isRunning = task.status === 'RUNNING' && task.active && frame !== null;
  const mark = isRunning ? turning(frame) : markOf(task.status);
  const elapsed = startedAt === null || !isRunning ? '' : `  ${elapsedText(startedAt, clockMs, nowMs)}`;
  const state = `${mark} ${inertLine(statusOf(task))}`;
  const rest = `  ${inertLine(task.taskId)}  ${task.successSteps}/${task.totalSteps}${elapsed}  ${inertLine(task.name)}`;
  return paintOf(task.status, colors)(state) + cutTo(rest, Math.max(0, columns - 1 - widthOf(state)));
}

function stepLines(watched: Watched, options: FrameOptions): readonly string[] {
  const steps = [...watched.steps.values()];
  const room = Math.max(1, options.rows - OTHER_ROWS);
  const first = Math.max(0, Math.min(currentOf(steps) - Math.floor(room / 2), steps.length - room));
  const shown = steps.slice(first, first + room);
  const widths = {
    number: String(steps.at(-1)?.stepNo ?? 0).length,
    name: Math.min(MOST_NAME, Math.max(...shown.map(({ name }) => widthOf(inertLine(name))))),
  };
  const { colors } = options;
  const after = steps.length - first - shown.length;
  return [
    ...(first > 0 ? [colors.dim(`  … ${stepCount(first)} before`)] : []),
    ...shown.map((step) => stepLine(step, widths, { watched, options })),
    ...(after > 0 ? [colors.dim(`  … ${stepCount(after)} after`)] : []),
  ];
}

/** The place of the step that runs, else of the first that is not done. */
function currentOf(steps: readonly Step[]): number {
  const running = steps.findIndex(({ status }) => status === 'RUNNING');
  if (running >= 0) return running;
  const next = steps.findIndex(({ status }) => status !== 'SUCCESS');
  return next < 0 ? steps.length - 1 : next;
}

function stepCount(count: number): string {
  return count === 1 ? '1 step' : `${count} steps`;
}

interface Widths {
  readonly number: number;
  readonly name: number;
}

interface Drawn {
  readonly watched: Watched;
  readonly options: FrameOptions;
}

function stepLine(step: Step, widths: Widths, { watched, options }: Drawn): string {
  const { columns, colors, frame } = options;
  const { mark, words, status } = lookOf(step, watched, options);
  const turned = status === 'RUNNING' && frame !== null ? turning(frame) : mark;
  const number = `${step.stepNo}.`.padStart(widths.number + 1);
  const name = fillTo(cutTo(inertLine(step.name), widths.name), widths.name);
  const rest = cutTo(`${number} ${name}  ${words}`.trimEnd(), Math.max(0, columns - 5));
  const paint = paintOf(status, colors);
  return `  ${paint(turned)} ${status === 'PENDING' || mark === SKIPPED ? colors.dim(rest) : rest}`;
}

const SKIPPED = '↷';

function lookOf(step: Step, { task, before, clockMs }: Watched, { nowMs }: FrameOptions) {
  const { status, startedAt, finishedAt, attempts, stepNo } = step;
  const known = before?.find((one) => one.stepNo === stepNo);
  // A step that failed in the run before says so until this run has started it.
  if (status === 'FAILED' && task?.status === 'RUNNING')
    return { mark: markOf(null), words: 'failed before', status: 'PENDING' };
  if (status === 'SUCCESS' && known?.status === 'SUCCESS' && known.attempts === attempts) {
    return { mark: SKIPPED, words: 'done before', status };
  }
  const again = attempts > 1 ? `  attempt ${attempts}` : '';
  const runningFor = status === 'RUNNING' && startedAt !== null ? elapsedText(startedAt, clockMs, nowMs) : null;
  const tookMs = status === 'PENDING' ? null : msBetween(startedAt, finishedAt);
  const words = runningFor ?? (tookMs === null ? '' : durationText(tookMs));
  return { mark: markOf(status), words: words + again, status };
}

function elapsedText(startedAt: string, clockMs: number, nowMs: number): string {
  const ahead = Math.abs(clockMs) > SAME_CLOCK_MS ? clockMs : 0;
  return durationText(nowMs - Date.parse(startedAt) - ahead);
}

function turning(frame: number): string {
  return TURNING[frame % TURNING.length] ?? '▸';
}
