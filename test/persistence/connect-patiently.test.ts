/** What a start says of a database it cannot use, and how long it waits for one. */

import { expect } from 'chai';

import { createLogger } from '../../src/logger.ts';
import { openPersistence } from '../../src/persistence/open-persistence.ts';
import { UnusableDatabaseError } from '../../src/persistence/unusable-database.ts';
import { mask } from '../support/mask.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const SECRET = 'a secret';

describe('the start on a PostgreSQL that cannot be used', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
  });

  after(() => database.drop());

  const HOPELESS: Readonly<Record<string, [Partial<URL>, RegExp]>> = {
    'a wrong password': [{ password: SECRET }, /: password authentication failed for user "\w+"\.$/],
    'an unknown user': [{ username: 'nobody' }, /: password authentication failed for user "nobody"\.$/],
    'an unknown database': [{ pathname: '/nowhere' }, /: database "nowhere" does not exist\.$/],
    'an unknown host': [{ hostname: 'no-such-host.invalid' }, /: getaddrinfo ENOTFOUND no-such-host\.invalid\.$/],
    'encryption that the server does not have': [
      { search: '?sslmode=verify-full' },
      /: The server does not support SSL/,
    ],
  };

  for (const [what, [change, words]] of Object.entries(HOPELESS)) {
    it(`ends at once with one line for ${what}`, async () => {
      const { message, events } = await failedStart(Object.assign(new URL(database.url), change).href);
      expect(message)
        .to.match(words)
        .and.to.match(/^PostgreSQL at .* cannot be used: [^\n]*$/);
      expect(message).to.not.include(new URL(database.url).password).and.not.include(SECRET);
      expect(events).to.not.include('database.waiting');
    });
  }

  for (const mode of ['refuse', 'blackhole'] as const) {
    it(`goes on as soon as a server is there that did ${mode} before`, async () => {
      const { hostname, port } = new URL(database.url);
      const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
      await proxy.set(mode);
      const url = Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href;
      const { promise: waiting, resolve: waits } = Promise.withResolvers<unknown>();
      const logger = createLogger('silent', mask);
      logger.info = (_fields: unknown, event?: unknown) => waits(event);
      const opening = openPersistence({ connection: { url }, createTables: 'auto', logger, mask });
      expect(await waiting).to.equal('database.waiting');
      await proxy.set('pass');
      const persistence = await opening;
      expect(await persistence.ping()).to.equal(true);
      await persistence.close();
      await proxy.close();
    });
  }
});

async function failedStart(url: string): Promise<{ message: string; events: readonly unknown[] }> {
  const events: unknown[] = [];
  const logger = createLogger('silent', mask);
  logger.info = (_fields: unknown, event?: unknown) => void events.push(event);
  try {
    await openPersistence({ connection: { url }, createTables: 'auto', logger, mask });
  } catch (error) {
    expect(error).to.be.instanceOf(UnusableDatabaseError);
    return { message: (error as Error).message, events };
  }
  throw new Error('the start did not fail');
}
