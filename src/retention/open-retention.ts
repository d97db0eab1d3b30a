/** Opens the database for somebody who deletes: as an instance of its own, which runs nothing. */

import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import type { Config } from '../config.ts';
import { createLogger } from '../logger.ts';
import { EmbeddedDatabaseError } from '../persistence/embedded/embedded-database-error.ts';
import { startEmbeddedDatabase } from '../persistence/embedded/start-embedded-database.ts';
import { openPersistence } from '../persistence/open-persistence.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { createMask } from '../platform/mask-secrets.ts';
import { RetentionError } from './retention-error.ts';

/** Of which a few are needed at a time. */
const MOST_CLAIMS = 16;

/** Throws a RetentionError, or the error of the database, whose messages are one line. */
export async function openRetention(config: Config, rooms: AsyncDisposableStack): Promise<Persistence> {
  await refuseMissing(config.logDir, 'LOG_DIR');
  const mask = createMask(config.secrets.known);
  const logger = createLogger(quietLevel(config.logLevel), mask, config.logFormat);
  const options = { createTables: 'never', mapping: config.tableMapping, logger, mask } as const;
  const persistence = await openPersistence({ ...(await connect(config, logger, rooms)), ...options });
  rooms.defer(() => persistence.close());
  // Whoever asks for a task that is being deleted has to wait for a moment, and then finds that it is gone.
  persistence.claims.answerBy(() => Promise.resolve('ending'));
  return persistence;
}

/** What goes wrong; nothing where the settings want to hear even less. */
function quietLevel(level: Config['logLevel']): Config['logLevel'] {
  return level === 'silent' || level === 'fatal' || level === 'error' ? level : 'warn';
}

async function connect(config: Config, logger: ReturnType<typeof createLogger>, rooms: AsyncDisposableStack) {
  const { database, claims, instance } = config;
  if (database.kind === 'postgresql') {
    const connection = { url: database.url };
    if (claims === 'process') return { connection };
    const owner = `${instance}:${process.pid}:${randomBytes(4).toString('hex')}`;
    return { connection, claims: { owner, maxRunning: MOST_CLAIMS, patienceMs: 0 } };
  }
  await refuseMissing(join(database.dataDir, 'pg'), 'the database of DATA_DIR');
  try {
    const embedded = await startEmbeddedDatabase({ dataDir: database.dataDir, logger });
    rooms.defer(() => embedded.close());
    const { connection, identity } = embedded;
    return { connection, identity };
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseError)) throw error;
    const advice = 'The embedded database takes one process at a time: end the service first.';
    throw new RetentionError(`${error.message} ${advice}`, { cause: error });
  }
}

/** With other settings than the service has, rows would be deleted here whose files lie elsewhere. */
async function refuseMissing(path: string, name: string): Promise<void> {
  try {
    if ((await stat(path)).isDirectory()) return;
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  throw new RetentionError(
    `There is no folder ${path} (${name}); give the settings that the service has. Nothing was done.`,
  );
}
