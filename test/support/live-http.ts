/** The HTTP room on a real port with real runs: a real PostgreSQL and real scripts, all in this process. */

import { join } from 'node:path';

import type { TaskSupervisor } from '../../src/actors/supervisor.ts';
import { createHttpApp, type HttpParts } from '../../src/http/app.ts';
import { type HttpServer, listen } from '../../src/http/server.ts';
import { openJournalReader } from '../../src/journal/journal-reader.ts';
import { openLogReader } from '../../src/scripts/log-reader.ts';
import { openRealRooms, type RealRooms } from './real-rooms.ts';
import { unusedRooms } from './unused-rooms.ts';

export interface LiveHttp {
  readonly rooms: RealRooms;
  readonly supervisor: TaskSupervisor;
  readonly server: HttpServer;
  readonly logDir: string;
  /** Fetches a path below /api/v1/init. */
  call(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export async function openLiveHttp(changed: Partial<HttpParts> = {}): Promise<LiveHttp> {
  const rooms = await openRealRooms();
  const supervisor = rooms.supervise();
  const logDir = join(rooms.scripts.folder, 'logs');
  const readers = { logs: openLogReader({ logDir, logRoots: [] }), journals: openJournalReader({ logDir }) };
  const app = createHttpApp({ ...unusedRooms(), persistence: rooms.persistence, supervisor, ...readers, ...changed });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  return {
    rooms,
    supervisor,
    server,
    logDir,
    call: (path, init) => fetch(`${server.url}/api/v1/init${path}`, init),
    async close() {
      await server.close();
      await rooms.closeSupervisors();
      await rooms.close();
    },
  };
}
