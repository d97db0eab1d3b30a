/** What the database itself can do at best: one durable single-row UPDATE after the other, and from many connections. */

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'pg';

import type { Bench, Measurement } from '../compare/bench.ts';
import type { Figure } from '../compare/book.ts';
import { findProgram } from '../contestants/find-program.ts';
import { MANY } from '../contestants/list.ts';
import { shareOf } from '../report.ts';

export const UPDATE_ONE: Figure = 'single-row UPDATE through pg, one connection, p50 ms';
export const UPDATE_MANY: Figure = `single-row UPDATEs through pg, ${MANY} connections, a second`;
const PGBENCH_MANY: Figure = `single-row UPDATEs by pgbench, ${MANY} connections, a second`;

export const updates: Measurement = {
  name: 'updates',
  needs: [],
  isRepeated: true,
  async measure(bench) {
    const database = await bench.createDatabase();
    try {
      await database.query(ROWS);
      await bench.attempt([UPDATE_ONE], async () =>
        bench.note(UPDATE_ONE, shareOf(await updateBy(database.url, 1, bench), 0.5)),
      );
      await bench.attempt([UPDATE_MANY], async () => {
        const begun = performance.now();
        const { length } = await updateBy(database.url, MANY, bench);
        bench.note(UPDATE_MANY, (length / (performance.now() - begun)) * 1000);
      });
      await bench.attempt([PGBENCH_MANY], async () =>
        bench.note(PGBENCH_MANY, await updateByPgbench(database.url, bench)),
      );
    } finally {
      await database.drop();
    }
  },
};

/** Each connection has a row of its own: nobody waits for anybody. */
const ROWS = `create table counter as select n as id, 0 as value from generate_series(1, ${MANY}) as n;
  alter table counter add primary key (id); analyze counter`;

const UPDATE = { name: 'update', text: 'update counter set value = value + 1 where id = $1' };

/** How long each took, in ms. */
async function updateBy(url: string, connections: number, { pace }: Bench): Promise<readonly number[]> {
  const clients = Array.from({ length: connections }, () => new Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const times: number[] = [];
  const end = performance.now() + pace.stretchMs;
  const lane = async (client: Client, row: number) => {
    while (performance.now() < end) {
      const begun = performance.now();
      await client.query({ ...UPDATE, values: [row] });
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(clients.map((client, index) => lane(client, index + 1)));
  await Promise.all(clients.map((client) => client.end()));
  return times;
}

const SCRIPT = `\\set row :client_id + 1\nupdate counter set value = value + 1 where id = :row;\n`;

async function updateByPgbench(url: string, bench: Bench): Promise<number> {
  if (findProgram('pgbench') === null) throw new Error('pgbench is not on this machine');
  const script = join(await bench.makeFolder(), 'update.sql');
  await writeFile(script, SCRIPT);
  const seconds = String(Math.max(1, Math.round(bench.pace.stretchMs / 1000)));
  const options = ['-n', '-M', 'prepared', '-c', String(MANY), '-j', '2', '-T', seconds, '-f', script, url];
  const { stdout } = await promisify(execFile)('pgbench', options);
  return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
}
