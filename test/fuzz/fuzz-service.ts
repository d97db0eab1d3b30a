/** The API on real rooms, in which nothing is run but harmless scripts, whatever is created. */

import { join } from 'node:path';

import type { Middleware } from 'koa';

import { createHttpApp } from '../../src/http/app.ts';
import { openEventStreams } from '../../src/http/events/event-streams.ts';
import { openWaits } from '../../src/http/wait/waits.ts';
import { openJournalReader } from '../../src/journal/journal-reader.ts';
import { openLogReader } from '../../src/scripts/log-reader.ts';
import type { Attempt, Scripts } from '../../src/scripts/scripts.ts';
import { mask } from '../support/mask.ts';
import { openRealRooms } from '../support/real-rooms.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { listenAsUsual, usualHttp } from '../support/usual-http.ts';
import { HARMLESS_SCRIPTS, TASK_IDS } from './known-values.ts';

export interface FuzzService {
  readonly port: number;
  /** Puts something before the application, until it is replaced. */
  plant(fault: Middleware): void;
  close(): Promise<void>;
}

const NO_FAULT: Middleware = (_ctx, next) => next();

export async function openFuzzService(): Promise<FuzzService> {
  const rooms = await openRealRooms();
  const { persistence, scripts } = rooms;
  const supervisor = rooms.supervise({ scripts: { start: harmlessOnly(scripts.scripts) } });
  const logDir = join(scripts.folder, 'logs');
  const readers = { logs: openLogReader({ logDir, logRoots: [] }), journals: openJournalReader({ logDir }) };
  const asked = { persistence, supervisor, ...readers, eventStreams: openEventStreams(), waits: openWaits() };
  const app = createHttpApp({ ...asked, logger: silentLogger, mask, tokens: null, ...usualHttp });
  // The other requests are to find something, however many deletions there are before them.
  app.middleware.unshift(async (ctx, next) => {
    await next();
    if (ctx.status !== 204 || ctx.method !== 'DELETE' || !isKnown(ctx.path)) return;
    await rooms.createTask(decodeURIComponent(ctx.path.slice(ctx.path.lastIndexOf('/') + 1)), HARMLESS_SCRIPTS);
  });
  let planted = NO_FAULT;
  app.middleware.unshift((ctx, next) => planted(ctx, next));
  const server = await listenAsUsual(app);
  for (const taskId of TASK_IDS) await rooms.createTask(taskId, HARMLESS_SCRIPTS);
  return {
    port: server.port,
    plant(fault) {
      planted = fault;
    },
    async close() {
      await server.close();
      await rooms.closeSupervisors();
      await rooms.close();
    },
  };
}

function isKnown(path: string): boolean {
  return TASK_IDS.some((taskId) => path.endsWith(`/tasks/${encodeURIComponent(taskId)}`));
}

/** A body that was made at random and accepted all the same may hold any script. */
function harmlessOnly(scripts: Scripts): Scripts['start'] {
  const harmless: ReadonlySet<string | null> = new Set(HARMLESS_SCRIPTS);
  return (attempt: Attempt) => scripts.start(harmless.has(attempt.script) ? attempt : { ...attempt, script: 'exit 1' });
}
