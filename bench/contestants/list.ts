/** Who competes. */

import type { Figure } from '../compare/book.ts';

export interface Competitor {
  readonly name: string;
  /** The file that is run, from the folder of the bench. */
  readonly program: string;
  readonly store: 'PostgreSQL' | 'Redis';
}

export const ENGINE: Competitor = { name: 'tms-init', program: 'contestants/engine.ts', store: 'PostgreSQL' };

export const SERVICE_CLIENT: Competitor = {
  name: 'tms-init',
  program: 'contestants/service-client.ts',
  store: 'PostgreSQL',
};

export const DBOS: Competitor = { name: 'DBOS Transact', program: 'peers/dbos.ts', store: 'PostgreSQL' };
export const BULLMQ: Competitor = { name: 'BullMQ', program: 'peers/bullmq.ts', store: 'Redis' };

export const PEERS: readonly Competitor[] = [
  DBOS,
  { name: 'pg-boss', program: 'peers/pg-boss.ts', store: 'PostgreSQL' },
  { name: 'Graphile Worker', program: 'peers/graphile-worker.ts', store: 'PostgreSQL' },
  BULLMQ,
];

export const MANY = 64;
export const STEPS = 20;

type Named = Pick<Competitor, 'name'>;

export const engineOne = ({ name }: Named): Figure => `${name}: engine only, one task, ms a step`;
export const engineMany = ({ name }: Named): Figure => `${name}: engine only, ${MANY} tasks, steps/s`;
export const scriptsOne = ({ name }: Named): Figure => `${name}: real scripts, one task, ms a step`;
export const scriptsMany = ({ name }: Named): Figure => `${name}: real scripts, ${MANY} tasks, steps/s`;
export const enqueueBusy = ({ name }: Named): Figure =>
  `${name}: one more task taken while ${MANY} run real scripts, p50 ms`;
