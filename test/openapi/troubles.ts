/** Services that cannot do what they are asked for, each for another reason, on the rooms of one that can. */

import { once } from 'node:events';
import { connect } from 'node:net';

import { createHttpApp, type HttpParts } from '../../src/http/app.ts';
import { openEventStreams } from '../../src/http/events/event-streams.ts';
import { listen } from '../../src/http/server.ts';
import { openJournalReader } from '../../src/journal/journal-reader.ts';
import { openPersistence } from '../../src/persistence/open-persistence.ts';
import { openLogReader } from '../../src/scripts/log-reader.ts';
import type { LiveHttp } from '../support/live-http.ts';
import { mask } from '../support/mask.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { unusedRooms } from '../support/unused-rooms.ts';
import { usualHttp } from '../support/usual-http.ts';
import { BOOK } from './token-book.ts';

/**
 * `guarded` by tokens, `hasty` with requests, `small` in bodies, `faulty` in each answer, `crowded` by one connection, `full`
 * by one run, `ending` each task on another instance, `stopping`, `streaming` as much as it may, `cutOff` from its database.
 */
export type Trouble = keyof typeof TROUBLES;

type Open = (live: LiveHttp, cleanups: AsyncDisposableStack) => Promise<number>;

const TROUBLES = {
  guarded: (live, cleanups) => serve(live, cleanups, { tokens: BOOK, wrongTokenRate: 1 }),
  hasty: (live, cleanups) => serve(live, cleanups, limits({ headersMs: 100, requestMs: 100 })),
  small: (live, cleanups) => serve(live, cleanups, limits({ maxBodyBytes: 2000 })),
  streaming: (live, cleanups) => serve(live, cleanups, limits({ maxStreams: 0 })),
  faulty: (live, cleanups) => serve(live, cleanups, { isFaulty: true }),
  async crowded(live, cleanups) {
    const port = await serve(live, cleanups, limits({ maxConnections: 1 }));
    const client = connect(port, '127.0.0.1');
    cleanups.defer(() => void client.destroy());
    client.write('GET /api/v1/init/inspect HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(client, 'data');
    return port;
  },
  async full(live, cleanups) {
    const supervisor = live.rooms.supervise({ maxRunning: 1 });
    await live.rooms.createTask('full', ['exec sleep 600']);
    await supervisor.execute('full', 'stage');
    return serve(live, cleanups, { supervisor });
  },
  ending(live, cleanups) {
    const claims = { claim: () => Promise.resolve(null), askHolder: () => Promise.resolve('ending' as const) };
    return serve(live, cleanups, { supervisor: live.rooms.supervise({ claims }) });
  },
  async stopping(live, cleanups) {
    const supervisor = live.rooms.supervise();
    await supervisor.close();
    const eventStreams = openEventStreams();
    eventStreams.close();
    return serve(live, cleanups, { supervisor, eventStreams });
  },
  async cutOff(live, cleanups) {
    const database = await createTestDatabase();
    const persistence = await openPersistence({
      connection: { url: database.url },
      createTables: 'auto',
      logger: silentLogger,
      mask,
    });
    cleanups.defer(() => persistence.close());
    await database.drop();
    return serve(live, cleanups, { persistence, supervisor: live.rooms.supervise({ persistence }) });
  },
} satisfies Record<string, Open>;

function limits(changed: Partial<HttpParts['limits'] & typeof usualHttp.limits>) {
  return { limits: { ...usualHttp.limits, ...changed } };
}

export function openTroubles(live: LiveHttp) {
  const cleanups = new AsyncDisposableStack();
  const ports = new Map<Trouble, Promise<number>>();
  return {
    portOf(trouble: Trouble): Promise<number> {
      const port = ports.get(trouble) ?? TROUBLES[trouble](live, cleanups);
      ports.set(trouble, port);
      return port;
    },
    close: () => cleanups.disposeAsync(),
  };
}

async function serve(
  { rooms, supervisor, logDir }: LiveHttp,
  cleanups: AsyncDisposableStack,
  { isFaulty = false, ...changed }: Partial<HttpParts> & { readonly isFaulty?: boolean },
): Promise<number> {
  const eventStreams = openEventStreams();
  cleanups.defer(() => eventStreams.close());
  const readers = { logs: openLogReader({ logDir, logRoots: [] }), journals: openJournalReader({ logDir }) };
  const own = { persistence: rooms.persistence, supervisor, eventStreams };
  const parts = { ...unusedRooms(), ...own, ...readers, ...usualHttp, ...changed };
  const app = createHttpApp(parts);
  // Right before the router, where a fault of ours would be.
  if (isFaulty) app.middleware.splice(-2, 0, () => Promise.reject(new Error('planted')));
  const server = await listen(app, { ...parts, logger: silentLogger });
  cleanups.defer(() => server.close());
  return server.port;
}
