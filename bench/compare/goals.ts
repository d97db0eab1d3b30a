/** What is wanted. */

import {
  ENGINE,
  DBOS,
  BULLMQ,
  engineMany,
  engineOne,
  enqueueBusy,
  MANY,
  PEERS,
  scriptsMany,
  STEPS,
} from '../contestants/list.ts';
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
import type { Figure } from './book.ts';

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

type Bound = readonly [Goal['bound'], number, Against];

/** One figure beside several others. */
function compared(what: string, figure: Figure, bounds: readonly Bound[]): readonly Goal[] {
  return bounds.map(([bound, limit, against]) => ({ what, figure, bound, limit, against }));
}

/** In large tables beside small ones. */
function among(what: string, tables: (size: 'few' | 'many') => Figure): readonly Goal[] {
  return compared(`5,000,000 step rows: ${what}`, tables('many'), [['at most', 2, lone('1,000', tables('few'))]]);
}

function alone(what: string, figure: Figure, limit: number, unit: string): Goal {
  return { what, figure, bound: 'at most', limit, unit };
}

const peers = (figures: readonly Figure[]): Against => ({ name: 'the best peer', figures, best: 'highest' });

export const GOALS: readonly Goal[] = [
  ...compared('accept over HTTP, p50, alone', ACCEPT_ALONE, [['at most', 3, lone('one durable UPDATE', UPDATE_ONE)]]),
  ...compared(`accept over HTTP, p50, with ${MANY} tasks running`, enqueueBusy(ENGINE), [
    [
      'at most',
      0.5,
      { name: "the best PostgreSQL peer's enqueue", figures: POSTGRES_PEERS.map(enqueueBusy), best: 'lowest' },
    ],
  ]),
  ...compared('engine only, ms a step, one task', engineOne(ENGINE), [
    ['at most', 2, lone('one UPDATE', UPDATE_ONE)],
    ['at most', 0.5, lone(DBOS.name, engineOne(DBOS))],
    ['below', 1, lone(BULLMQ.name, engineOne(BULLMQ))],
  ]),
  ...compared(`engine only, steps/s, ${MANY} tasks`, engineMany(ENGINE), [
    ['at least', 1.1, lone(`single-row UPDATEs on ${MANY} connections`, UPDATE_MANY)],
    ['at least', 1.4, peers(PEERS.map(engineMany))],
    ['at least', 5, lone(DBOS.name, engineMany(DBOS))],
  ]),
  ...compared(`real scripts, steps/s, ${MANY} tasks`, scriptsMany(ENGINE), [
    ['at least', 1.5, peers(PEERS.map(scriptsMany))],
    ['at least', 0.5, lone('xargs -P 8 of the same processes', XARGS)],
  ]),
  alone('event loop delay during that, p99', DELAY, 20, 'ms'),
  ...compared('polls/s of a running task', POLL_RUNNING, [
    ['at least', 0.5, lone('the same bytes from plain Koa', KOA_BYTES)],
  ]),
  ...compared(`polls/s of a finished one's ${STEPS} steps`, POLL_FINISHED, [
    ['at least', 0.8, lone('Koa and pg', KOA_PG)],
  ]),
  alone('service heap a running task, 5,000 at once', HEAP, 32, 'KiB'),
  ...compared('last 100 lines of a log of 5 GB', TAIL_LARGE, [['at most', 1.2, lone('of 1 MB', TAIL_SMALL)]]),
  ...among('GET of a task', getTask),
  ...among('its steps', getSteps),
  ...among('accept', acceptAmong),
  ...among('transition', transition),
  alone('start to ready, PostgreSQL', START_POSTGRES, 0.6, 's'),
  alone('start to ready, embedded again', START_AGAIN, 1.2, 's'),
  alone('start to ready, embedded first', START_FIRST, 4, 's'),
  alone('idle: CPU of the service process', IDLE_CPU, 0.5, '%'),
  alone('idle: memory of the service process', IDLE_MEMORY, 150, 'MB'),
];
