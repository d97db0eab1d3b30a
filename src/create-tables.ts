/** `npm run create-tables`: creates the tables in the database of DATABASE_URL and says in words what it did. */

import process from 'node:process';

import { ConfigError } from './config/config-error.ts';
import { processEnvironment, readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { describeTarget } from './persistence/connection-target.ts';
import { prepareTables } from './persistence/prepare-tables.ts';
import { UnusableDatabaseError } from './persistence/unusable-database.ts';
import { createMask } from './platform/mask-secrets.ts';
import { tell, tellError, tellUnforeseen } from './platform/tell.ts';

try {
  tell(`${await createTables()}\n`);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof UnusableDatabaseError)) tellUnforeseen(error);
  tellError(`tms-init: ${error.message}\n`);
  process.exitCode = 1;
}

async function createTables(): Promise<string> {
  const { database, secrets, tableMapping, logLevel, logFormat } = readConfig(processEnvironment());
  if (tableMapping !== null) {
    throw new ConfigError(
      'TABLE_MAPPING names the tables of another program, which are never created; nothing was done.',
    );
  }
  if (database.kind === 'embedded') {
    throw new ConfigError(
      'DATABASE_URL is not set. The embedded database gets its tables when the service starts; nothing was done.',
    );
  }
  const target = describeTarget(database);
  switch (await prepareTables(database, createLogger(logLevel, createMask(secrets.known), logFormat))) {
    case 'created':
      return `${target}: the tables tms_init_task and tms_init_task_step were created.`;
    case 'present':
      return `${target}: the tables tms_init_task and tms_init_task_step are there already; nothing was changed.`;
  }
}
