/** Creates the tables for those who do not want the service to do it at its start. */

import type { Logger } from '../logger.ts';
import { checkTables } from './check-tables.ts';
import { closeOrm } from './close-orm.ts';
import { connectPatiently } from './connect-patiently.ts';
import { createOrm } from './connection-options.ts';
import { type ConnectionTarget, describeTarget } from './connection-target.ts';
import { createAbsentTables } from './create-tables.ts';
import { tableNames } from './table-names.ts';

/** Whether the tables were created now or are there already, fit for use. Throws an UnusableDatabaseError. */
export async function prepareTables(connection: ConnectionTarget, logger: Logger): Promise<'created' | 'present'> {
  const opened = createOrm(connection, logger);
  const { orm } = opened;
  const begin = async () => {
    const names = tableNames(orm);
    const created = await createAbsentTables(orm, names);
    await checkTables(orm, names);
    return created ? 'created' : 'present';
  };
  try {
    return await connectPatiently(describeTarget(connection), begin, { logger });
  } finally {
    await closeOrm(opened);
  }
}
