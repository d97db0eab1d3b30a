/** Two instances that keep a task to one of them by locks in PostgreSQL, the second one behind a network that fails. */

import type { StoredRows } from '../../src/domain/rows.ts';
import type { Claim, ClaimHolder } from '../../src/persistence/claims/claims.ts';
import { openPersistence } from '../../src/persistence/open-persistence.ts';
import type { Persistence } from '../../src/persistence/persistence.ts';
import { mask } from './mask.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { silentLogger } from './silent-logger.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** The task that both know. */
export const TASK = 'shop-测试';

/** Longer than anything takes that gives a claim back, also on a machine that does much else. */
const PATIENCE_MS = 120_000;

export interface TwoInstances {
  readonly database: TestDatabase;
  readonly near: Persistence;
  /** Behind the proxy. */
  readonly far: Persistence;
  readonly proxy: TcpProxy;
  close(): Promise<void>;
}

/** @param patienceMs how long the claim of a running script may be in doubt. */
export async function openTwoInstances(patienceMs = PATIENCE_MS): Promise<TwoInstances> {
  const database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const near = await openInstance(database.url, 'near:1:aa', patienceMs);
  const throughProxy = Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` });
  const far = await openInstance(throughProxy.href, 'far:2:bb', patienceMs);
  await near.createTask({ taskId: TASK, name: 'a task', steps: [{ name: 'a step', script: 'true' }] });
  return {
    database,
    near,
    far,
    proxy,
    async close() {
      await Promise.all([near.close(), far.close()]);
      await proxy.close();
      await database.drop();
    },
  };
}

export function openInstance(url: string, owner: string, patienceMs = PATIENCE_MS): Promise<Persistence> {
  const claims = { owner, patienceMs, maxRunning: 100 };
  return openPersistence({ connection: { url }, createTables: 'auto', claims, logger: silentLogger, mask });
}

export function claimedOrNull(persistence: Persistence, taskId = TASK): Promise<Claim | null> {
  return persistence.claims.claim(taskId, holder());
}

export async function claimed(persistence: Persistence, run: ClaimHolder): Promise<Claim> {
  const claim = await persistence.claims.claim(TASK, run);
  if (claim === null) throw new Error('the claim was not granted');
  return claim;
}

export interface HearingHolder extends ClaimHolder {
  readonly heard: string[];
}

export function holder(
  recognises: (rows: StoredRows | null) => boolean = (rows) => rows?.task.taskId === TASK,
): HearingHolder {
  const heard: string[] = [];
  return { heard, hear: (news) => void heard.push(news), runsScript: () => true, recognises };
}
