/** The HTTP room on a real port, a real PostgreSQL and a real log folder; only the runs are in the hand of the test. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { HttpConfig } from '../../src/config/http-config.ts';
import type { TokenBook } from '../../src/http/access/token-book.ts';
import type { LimitSettings } from '../../src/http/load/open-limits.ts';
import { createHttpApp } from '../../src/http/app.ts';
import { openEventStreams } from '../../src/http/events/event-streams.ts';
import { type HttpServer, listen, type ServerLimits } from '../../src/http/server.ts';
import { openJournalReader } from '../../src/journal/journal-reader.ts';
import { openPersistence } from '../../src/persistence/open-persistence.ts';
import type { Persistence } from '../../src/persistence/persistence.ts';
import { openLogReader } from '../../src/scripts/log-reader.ts';
import { type CountingWaits, openCountingWaits } from './counting-waits.ts';
import { holdRuns, type HeldRuns } from './held-runs.ts';
import { mask } from './mask.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { silentLogger } from './silent-logger.ts';
import { usualHttp } from './usual-http.ts';

export interface HttpService {
  readonly server: HttpServer;
  readonly database: TestDatabase;
  readonly persistence: Persistence;
  readonly runs: HeldRuns;
  readonly waits: CountingWaits;
  /** Holds the folders `logs` and `elsewhere` (one of LOG_ROOTS). */
  readonly folder: string;
  /** Fetches a path below /api/v1/init. */
  call(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export async function openHttpService(
  tokens: TokenBook | null = null,
  given: Partial<HttpConfig & LimitSettings & { readonly limits: Pick<ServerLimits, 'stillMs'> }> = {},
): Promise<HttpService> {
  const http = { ...usualHttp, ...given };
  const folder = await mkdtemp(join(tmpdir(), 'tms-init-test-http-'));
  const database = await createTestDatabase();
  const persistence = await openPersistence({
    connection: { url: database.url },
    createTables: 'auto',
    logger: silentLogger,
    mask,
  });
  const runs = holdRuns();
  const waits = openCountingWaits();
  const logs = openLogReader({ logDir: join(folder, 'logs'), logRoots: [join(folder, 'elsewhere')] });
  const journals = openJournalReader({ logDir: join(folder, 'logs') });
  const asked = { persistence, supervisor: runs, logs, journals, eventStreams: openEventStreams(), waits };
  const app = createHttpApp({ ...asked, logger: silentLogger, mask, tokens, ...http });
  const server = await listen(app, { ...http, logger: silentLogger });
  return {
    server,
    database,
    persistence,
    runs,
    folder,
    waits,
    call: (path, init) => fetch(`${server.url}/api/v1/init${path}`, init),
    async close() {
      await server.close();
      await persistence.close();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Sends a value as JSON. */
export function post(body?: unknown): RequestInit {
  if (body === undefined) return { method: 'POST' };
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** The code of a problem, and whether it is a whole one. */
export async function problemOf(
  response: Response,
): Promise<{ status: number; code: string; detail: string; reason?: string }> {
  const document = JSON.parse(await response.text());
  if (response.headers.get('content-type') !== 'application/problem+json' || document.status !== response.status) {
    throw new Error(`not a problem: ${response.status} ${response.headers.get('content-type')}`);
  }
  return { ...document, code: document.type.replace('/problems/', '') };
}
