/** PostgreSQL databases for chaos rounds, on a server that can be killed, behind a network that can fail. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

import { Client } from 'pg';

import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { type LostPart, startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { AUDIT_SQL } from './audit.ts';
import { type ChaosDatabase, type ChaosDatabases, collect } from './chaos-database.ts';
import type { NemesisFault, NemesisKind } from './schedule.ts';

/** How long a statement has to come by. */
const LOSS_MS = 1500;

const TABLES = new URL('../../src/persistence/tables.sql', import.meta.url);

export async function openPostgresDatabases(): Promise<ChaosDatabases> {
  const server = await startPostgresServer({ durable: true });
  return {
    open: () => openDatabase(server),
    // The server ends with this process.
    close: () => Promise.resolve(),
  };
}

async function openDatabase(server: PostgresServer): Promise<ChaosDatabase> {
  const name = `chaos_${randomBytes(6).toString('hex')}`;
  await query(server.url, `create database ${name} template template0`);
  const direct = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  await query(direct, await readFile(TABLES, 'utf8'));
  await query(direct, AUDIT_SQL);
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port });
  const url = Object.assign(new URL(direct), { port: String(proxy.port) }).href;
  return {
    settings: { DATABASE_URL: url },
    strike: (fault) => strike({ server, proxy, name }, fault),
    lostStatements: () => proxy.losses(),
    collect: () => collect(direct),
    async close() {
      await proxy.close();
      await query(server.url, `drop database if exists ${name} with (force)`);
    },
  };
}

interface Target {
  readonly server: PostgresServer;
  readonly proxy: TcpProxy;
  readonly name: string;
}

const STRIKES: Partial<Record<NemesisKind, (target: Target, lastsMs: number) => Promise<void>>> = {
  async 'kill-database-server'({ server }) {
    await server.crash();
    await server.restart();
  },
  'terminate-connections': ({ server, name }) =>
    query(server.url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
  'network-cut': ({ proxy }, lastsMs) => during(proxy, 'cut', lastsMs),
  'network-refuse': ({ proxy }, lastsMs) => during(proxy, 'refuse', lastsMs),
  'network-blackhole': ({ proxy }, lastsMs) => during(proxy, 'blackhole', lastsMs),
  'lose-answer': ({ proxy }) => lose(proxy, 'answer'),
  'cut-statement': ({ proxy }) => lose(proxy, 'statement'),
};

async function strike(target: Target, { kind, lastsMs }: NemesisFault): Promise<void> {
  const blow = STRIKES[kind];
  if (!blow) throw new Error(`PostgreSQL knows no ${kind}`);
  await blow(target, lastsMs);
}

/** Waits until it is lost, or no more for it. */
async function lose(proxy: TcpProxy, part: LostPart): Promise<void> {
  const before = proxy.losses();
  proxy.loseNext(part);
  const deadline = performance.now() + LOSS_MS;
  while (proxy.losses() === before && performance.now() < deadline) await setTimeout(10);
}

async function during(proxy: TcpProxy, mode: 'cut' | 'refuse' | 'blackhole', lastsMs: number): Promise<void> {
  await proxy.set(mode);
  await setTimeout(lastsMs);
  await proxy.set('pass');
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
