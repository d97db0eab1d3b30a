/** What is wanted, and how far the figures are from it. */

import { ENGINE, DBOS, BULLMQ, engineMany, engineOne, enqueueBusy, MANY, PEERS, scriptsMany, STEPS } from '../contestants/list.ts';
import { ACCEPT_ALONE } from '../measurements/accept.ts';
import { HEAP } from '../measurements/heap.ts';
import { IDLE_CPU, IDLE_MEMORY } from '../measurements/idle.ts';
import { TAIL_LARGE, TAIL_SMALL } from '../measurements/log-tail.ts';
import { acceptAmong, getSteps, getTask, transition } from '../measurements/many-rows.ts';
import { KOA_BYTES, KOA_PG, POLL_FINISHED, POLL_RUNNING } from '../measurements/polls.ts';
import { DELAY } from '../measurements/scripts-of-service.ts';
import { START_AGAIN, START_FIRST, START_POSTGRES } from '../measurements/start.ts';
import { UPDATE_MANY, UPDATE_ONE } from '../measurements/updates.ts';
import { XARGS } from '../measurements/xargs.ts';
import type { Book, Figure } from './book.ts';

export interface Goal {
  readonly what: string;
  readonly figure: Figure;
  readonly bound: 'at most' | 'at least' | 'below';
  readonly limit: number;
  /** What it is compared with; without it the figure itself is bounded. Of several, the best. */
  readonly against?: Against;
  /** Of the figure itself. */
  readonly unit?: string;
}

export interface Against {
  readonly name: string;
  readonly figures: readonly Figure[];
  /** Which of several is the best. */
  readonly best: 'lowest' | 'highest';
}

const POSTGRES_PEERS = PEERS.filter(({ store }) => store === 'PostgreSQL');

const lone = (name: string, figure: Figure): Against => ({ name, figures: [figure], best: 'highest' });
const among = (tables: (size: 'few' | 'many') => Figure) => ({
  figure: tables('many'),
  bound: 'at most' as const,
  limit: 2,
  against: lone('1,000', tables('few')),
});

export const GOALS: readonly Goal[] = [
  {
    what: 'accept over HTTP, p50, alone',
    figure: ACCEPT_ALONE,
    bound: 'at most',
    limit: 3,
    against: lone('one durable UPDATE', UPDATE_ONE),
  },
  {
    what: `accept over HTTP, p50, with ${MANY} tasks running`,
    figure: enqueueBusy(ENGINE),
    bound: 'at most',
    limit: 0.5,
    against: { name: "the best PostgreSQL peer's enqueue", figures: POSTGRES_PEERS.map(enqueueBusy), best: 'lowest' },
  },
  ...[
    { bound: 'at most' as const, limit: 2, against: lone('one UPDATE', UPDATE_ONE) },
    { bound: 'at most' as const, limit: 0.5, against: lone(DBOS.name, engineOne(DBOS)) },
    { bound: 'below' as const, limit: 1, against: lone(BULLMQ.name, engineOne(BULLMQ)) },
  ].map((goal) => ({ what: 'engine only, ms a step, one task', figure: engineOne(ENGINE), ...goal })),
  ...[
    { limit: 1.1, against: lone(`single-row UPDATEs on ${MANY} connections`, UPDATE_MANY) },
    { limit: 1.4, against: { name: 'the best peer', figures: PEERS.map(engineMany), best: 'highest' as const } },
    { limit: 5, against: lone(DBOS.name, engineMany(DBOS)) },
  ].map((goal) => ({
    what: `engine only, steps/s, ${MANY} tasks`,
    figure: engineMany(ENGINE),
    bound: 'at least' as const,
    ...goal,
  })),
  ...[
    { limit: 1.5, against: { name: 'the best peer', figures: PEERS.map(scriptsMany), best: 'highest' as const } },
    { limit: 0.5, against: lone('xargs -P 8 of the same processes', XARGS) },
  ].map((goal) => ({
    what: `real scripts, steps/s, ${MANY} tasks`,
    figure: scriptsMany(ENGINE),
    bound: 'at least' as const,
    ...goal,
  })),
  { what: 'event loop delay during that, p99', figure: DELAY, bound: 'at most', limit: 20, unit: 'ms' },
  {
    what: 'polls/s of a running task',
    figure: POLL_RUNNING,
    bound: 'at least',
    limit: 0.5,
    against: lone('the same bytes from plain Koa', KOA_BYTES),
  },
  {
    what: `polls/s of a finished one's ${STEPS} steps`,
    figure: POLL_FINISHED,
    bound: 'at least',
    limit: 0.8,
    against: lone('Koa and pg', KOA_PG),
  },
  { what: 'service heap a running task, 5,000 at once', figure: HEAP, bound: 'at most', limit: 32, unit: 'KiB' },
  {
    what: 'last 100 lines of a log of 5 GB',
    figure: TAIL_LARGE,
    bound: 'at most',
    limit: 1.2,
    against: lone('of 1 MB', TAIL_SMALL),
  },
  { what: '5,000,000 step rows: GET of a task', ...among(getTask) },
  { what: '5,000,000 step rows: its steps', ...among(getSteps) },
  { what: '5,000,000 step rows: accept', ...among(acceptAmong) },
  { what: '5,000,000 step rows: transition', ...among(transition) },
  { what: 'start to ready, PostgreSQL', figure: START_POSTGRES, bound: 'at most', limit: 0.6, unit: 's' },
  { what: 'start to ready, embedded again', figure: START_AGAIN, bound: 'at most', limit: 1.2, unit: 's' },
  { what: 'start to ready, embedded first', figure: START_FIRST, bound: 'at most', limit: 4, unit: 's' },
  { what: 'idle: CPU of the service process', figure: IDLE_CPU, bound: 'at most', limit: 0.5, unit: '%' },
  { what: 'idle: memory of the service process', figure: IDLE_MEMORY, bound: 'at most', limit: 150, unit: 'MB' },
];

export interface Judged {
  readonly what: string;
  /** In words, with its limit. */
  readonly goal: string;
  /** With the figures it is made of; why it is not there, where it is not. */
  readonly measured: string;
  readonly verdict: 'met' | 'missed' | 'not measured';
}

export function judge(goal: Goal, book: Book): Judged {
  const rival = goal.against && best(goal.against, book);
  const value = rival === undefined ? book.median(goal.figure) : book.ratio(goal.figure, rival);
  const said = { what: goal.what, goal: sayGoal(goal) };
  if (Number.isNaN(value)) return { ...said, measured: sayMissing(goal, book), verdict: 'not measured' };
  const verdict = isWithin(goal, value) ? 'met' : 'missed';
  return { ...said, measured: sayMeasured(goal, value, rival, book), verdict };
}

/** The one with the best median; the first where none has any. */
function best({ figures, best: which }: Against, book: Book): Figure | undefined {
  const measured = figures.filter((figure) => !Number.isNaN(book.median(figure)));
  const inOrder = measured.toSorted((a, b) => book.median(a) - book.median(b));
  return (which === 'lowest' ? inOrder[0] : inOrder.at(-1)) ?? figures[0];
}

function isWithin({ bound, limit }: Goal, value: number): boolean {
  if (bound === 'at least') return value >= limit;
  return bound === 'below' ? value < limit : value <= limit;
}

const SIGNS = { 'at most': '≤', 'at least': '≥', below: '<' };

function sayGoal({ bound, limit, against, unit }: Goal): string {
  return `${SIGNS[bound]} ${limit} ${against === undefined ? unit : `× ${against.name}`}`;
}

function sayMeasured({ figure, against, unit }: Goal, value: number, rival: Figure | undefined, book: Book): string {
  if (against === undefined || rival === undefined) return `${round(value)} ${unit}`;
  const name = against.figures.length > 1 ? ` of ${rival.split(':')[0]}` : '';
  return `${round(value)} × (${round(book.median(figure))} to ${round(book.median(rival))}${name})`;
}

function sayMissing({ figure, against }: Goal, book: Book): string {
  const involved = [figure, ...(against?.figures ?? [])];
  const reasons = involved.map((one) => book.reason(one)).filter((reason) => reason !== null);
  return `not measured because ${reasons[0] ?? 'it was left out'}`;
}

/** To three digits. */
export function round(value: number): string {
  if (value >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}
