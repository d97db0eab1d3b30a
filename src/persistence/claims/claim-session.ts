/** The one connection that holds the claims of this instance: whoever loses it has lost them all. */

import { setTimeout as pause } from 'node:timers/promises';

import { Client, type Notification, TypeOverrides, types } from 'pg';

import type { Run } from '../database.ts';
import { withinMs } from '../unavailable.ts';

export interface ClaimSession {
  /** One statement after the other. Rejects where it fails; where the server is silent, the session ends. */
  readonly run: Run;
  /** Two at once: the second one begins when the first one has ended, and gives null where it fails. */
  readonly runBoth: RunBoth;
  /** How the server knows it; a later session may have the same pid. */
  readonly backend: Backend;
  /** Resolves once it is over, for whatever reason. */
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

export type RunBoth = <First, Second>(first: Statement, second: Statement) => Promise<[First[], Second[] | null]>;

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface Backend {
  readonly pid: number;
  /** As the server writes it. */
  readonly startedAt: string;
}

export interface SessionOptions {
  /** Has a password in it. */
  readonly url: string;
  /** `instance:pid:random`, told to readers on other instances. */
  readonly owner: string;
  readonly onNotification: (payload: string) => void;
}

/** Before the owner in the name that the server shows of this session. */
export const OWNER_PREFIX = 'tms-init ';

/** Where instances talk to each other. */
export const CHANNEL = 'tms_init';

const PING_EVERY_MS = 2000;
const SILENCE_LIMIT_MS = 2000;

/**
 * The server frees the claims of a host that has vanished after some 25 s, and gives no statement more time than a ping.
 * Keepalives find out about an idle connection; where a notification is under way to the host, only the user timeout does.
 */
const SERVER_SETTINGS = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
  lock_timeout: 500,
  statement_timeout: 1000,
  idle_session_timeout: 0,
  timezone: 'UTC',
} as const;

/** `idle_session_timeout` came with version 14. */
const SINCE_14 = new Set<string>(['idle_session_timeout']);

/** Rejects where no session can be opened now. */
export async function openClaimSession({ url, owner, onNotification }: SessionOptions): Promise<ClaimSession> {
  const client = new Client({
    connectionString: url,
    application_name: `${OWNER_PREFIX}${owner}`,
    connectionTimeoutMillis: SILENCE_LIMIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: timesAsText(),
  });
  const ended = endOf(client);
  client.on('notification', ({ payload }: Notification) => onNotification(payload ?? ''));
  const over = new AbortController();
  void ended.then(() => over.abort());
  const { run, runBoth } = inTurn(client, over.signal);
  try {
    await client.connect();
    const backend = await begin(run);
    void ping(run, over.signal);
    return { run, runBoth, backend, ended, end: () => end(client, ended) };
  } catch (error) {
    destroy(client);
    throw error;
  }
}

/** By statements, not by `options` of the connection, which poolers refuse. */
async function begin(run: Run): Promise<Backend> {
  const [version] = await run<{ number: number }>("select current_setting('server_version_num')::int as number", []);
  const hasAll = (version?.number ?? 0) >= 140_000;
  const settings = Object.entries(SERVER_SETTINGS).filter(([name]) => hasAll || !SINCE_14.has(name));
  const values = settings.map(([name], n) => `set_config('${name}', $${n + 1}, false)`);
  await run(
    `select ${values.join(', ')}`,
    settings.map(([, value]) => String(value)),
  );
  await run(`listen ${CHANNEL}`, []);
  const [backend] = await run<Backend>(
    'select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()',
    [],
  );
  if (!backend) throw new Error('the server does not show the session in pg_stat_activity');
  return backend;
}

function endOf(client: Client): Promise<void> {
  return new Promise((resolve) => {
    client.on('end', resolve);
    // pg says the end of a connection that breaks by an error, and after some errors by nothing else.
    client.on('error', () => {
      destroy(client);
      resolve();
    });
  });
}

/** The limit is that of a statement that was sent, not of one that waits for its turn. */
function inTurn(client: Client, over: AbortSignal): Pick<ClaimSession, 'run' | 'runBoth'> {
  let last: Promise<unknown> = Promise.resolve();

  async function send<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    if (over.aborted) throw new SessionOver();
    try {
      const { rows } = await withinMs(client.query(sql, [...parameters]), SILENCE_LIMIT_MS);
      return rows as Row[];
    } catch (error) {
      if (!isAnswer(error)) destroy(client);
      throw error;
    }
  }

  function next<Answer>(sendNow: () => Promise<Answer>): Promise<Answer> {
    const answer = last.then(sendNow);
    last = answer.catch(() => undefined);
    return answer;
  }

  return {
    run: <Row>(sql: string, parameters: readonly unknown[]) => next(() => send<Row>(sql, parameters)),
    runBoth: <First, Second>(first: Statement, second: Statement) =>
      next(async () => {
        const both = [send<First>(first.sql, first.parameters), send<Second>(second.sql, second.parameters)] as const;
        const [one, other] = await Promise.allSettled(both);
        if (one.status === 'rejected') throw one.reason;
        return [one.value, other.status === 'fulfilled' ? other.value : null] as [First[], Second[] | null];
      }),
  };
}

/** An error of the server itself, after which the session goes on. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}

/** The words by which the rest of the room knows a lost connection. */
class SessionOver extends Error {
  override readonly name = 'SessionOver';

  constructor() {
    super('Connection terminated: the session of the claims is over');
  }
}

/** Otherwise only the next statement would notice that the server is gone, and there may be none for hours. */
async function ping(run: Run, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await pause(PING_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
    // A server that is silent ends the session; one that answers by an error is there.
    if (!over.aborted) await run('select 1', []).catch(() => undefined);
  }
}

/** Times are text, as they are over the pool. */
function timesAsText(): TypeOverrides {
  const { TIMESTAMP, TIMESTAMPTZ } = types.builtins;
  const overrides = new TypeOverrides();
  for (const type of [TIMESTAMP, TIMESTAMPTZ]) overrides.setTypeParser(type, String);
  return overrides;
}

function destroy(client: Client): void {
  const { connection } = client as Client & { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

async function end(client: Client, ended: Promise<void>): Promise<void> {
  const goodbye = client.end().catch(() => undefined);
  await withinMs(goodbye, SILENCE_LIMIT_MS).catch(() => destroy(client));
  await ended;
}
