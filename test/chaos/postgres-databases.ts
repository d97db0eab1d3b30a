/** PostgreSQL databases for chaos rounds, on a server that can be killed, behind a network that can fail. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

import { Client } from 'pg';

import { serverUrl } from '../support/postgres.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { type LostPart, startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { AUDIT_SQL } from './audit.ts';
import { type ChaosDatabase, type ChaosDatabases, collect } from './chaos-database.ts';
import type { NemesisFault, NemesisKind } from './schedule.ts';

/** How long a statement has to come by. */
const LOSS_MS = 1500;

const TABLES = new URL('../../src/persistence/tables.sql', import.meta.url);

/** On a server of its own, which loses nothing that it acknowledged. */
export async function openPostgresDatabases(): Promise<ChaosDatabases> {
  return databasesOn(await startPostgresServer({ durable: true }));
}

/** On the server of the whole run of the tests, which must not be killed. */
export async function openSharedPostgresDatabases(): Promise<ChaosDatabases> {
  return databasesOn({ url: await serverUrl() });
}

type ChaosServer = Pick<PostgresServer, 'url'> & Partial<Pick<PostgresServer, 'crash' | 'restart'>>;

/** The server ends with its process. */
function databasesOn(server: ChaosServer): ChaosDatabases {
  return { open: () => openDatabase(server), close: () => Promise.resolve() };
}

async function openDatabase(server: ChaosServer): Promise<ChaosDatabase> {
  const name = `chaos_${randomBytes(6).toString('hex')}`;
  await query(server.url, `create database ${name} template template0`);
  const direct = Object.assign(new URL(server.url), { pathname: `/${name}` });
  await query(direct.href, await readFile(TABLES, 'utf8'));
  await query(direct.href, AUDIT_SQL);
  const proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port || 5432) });
  const url = Object.assign(new URL(direct), { hostname: '127.0.0.1', port: String(proxy.port) }).href;
  return {
    settings: { DATABASE_URL: url },
    strike: (fault) => strike({ server, proxy, name }, fault),
    lostStatements: () => proxy.losses(),
    collect: () => collect(direct.href),
    async close() {
      await proxy.close();
      await query(server.url, `drop database if exists ${name} with (force)`);
    },
  };
}

interface Target {
  readonly server: ChaosServer;
  readonly proxy: TcpProxy;
  readonly name: string;
}

const STRIKES: Partial<Record<NemesisKind, (target: Target, lastsMs: number) => Promise<void>>> = {
  async 'kill-database-server'({ server }) {
    if (!server.crash || !server.restart) throw new Error('a server that others use is not killed');
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
