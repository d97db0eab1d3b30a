/** The HTTP room on a real port with real runs: a real PostgreSQL and real scripts, all in this process. */

import { join } from 'node:path';

import type { TaskSupervisor } from '../../src/actors/supervisor.ts';
import { createHttpApp, type HttpParts } from '../../src/http/app.ts';
import { type EventStreams, openEventStreams } from '../../src/http/events/event-streams.ts';
import type { HttpServer } from '../../src/http/server.ts';
import { openJournalReader } from '../../src/journal/journal-reader.ts';
import { openLogReader } from '../../src/scripts/log-reader.ts';
import { openRealRooms, type RealRooms } from './real-rooms.ts';
import { unusedRooms } from './unused-rooms.ts';
import { listenAsUsual, usualHttp } from './usual-http.ts';

export interface LiveHttp {
  readonly rooms: RealRooms;
  readonly supervisor: TaskSupervisor;
  readonly server: HttpServer;
  readonly logDir: string;
  readonly eventStreams: EventStreams;
  /** `http://host:port/api/v1/init` */
  readonly base: string;
  /** Fetches a path below it. */
  call(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** @param rooms those of another one, as another instance on the same database has them; they stay with it. */
export async function openLiveHttp(changed: Partial<HttpParts> = {}, shared?: RealRooms): Promise<LiveHttp> {
  const rooms = shared ?? (await openRealRooms());
  const supervisor = rooms.supervise();
  const logDir = join(rooms.scripts.folder, 'logs');
  const readers = { logs: openLogReader({ logDir, logRoots: [] }), journals: openJournalReader({ logDir }) };
  const eventStreams = openEventStreams();
  const own = {
    ...unusedRooms(),
    persistence: rooms.persistence,
    supervisor,
    eventStreams,
    pollMs: 50,
  };
  const limits = { ...usualHttp.limits, maxStreams: 20 };
  const app = createHttpApp({ ...own, ...readers, ...usualHttp, limits, ...changed });
  const server = await listenAsUsual(app);
  return {
    rooms,
    supervisor,
    server,
    eventStreams,
    logDir,
    base: `${server.url}/api/v1/init`,
    call: (path, init) => fetch(`${server.url}/api/v1/init${path}`, init),
    async close() {
      eventStreams.close();
      await server.close();
      if (shared) return;
      await rooms.closeSupervisors();
      await rooms.close();
    },
  };
}
