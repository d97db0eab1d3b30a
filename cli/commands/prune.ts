/** `tms-init prune --older-than AGE`: deletes old tasks that do not run, with their logs. */

import { pruneRequest, type PruneRequest, type PruneWish, UsageError } from '../../src/retention/prune-request.ts';
import type { ExitCode } from '../exit-codes.ts';
import { misuse } from '../faults/fault.ts';
import type { Session } from '../session.ts';
import type { Define } from './definition.ts';

export const define: Define = (command, action) => {
  command
    .requiredOption('--older-than <age>', 'how long they have not changed: a number and s, m, h, d or w')
    .option('--status <statuses>', 'which ones, by commas, of SUCCESS, FAILED, PENDING (SUCCESS,FAILED)')
    .option('--dry-run', 'only tell what would be deleted')
    .option('--orphans', 'also remove files as old of tasks that are in the database no more')
    .addHelpText('after', HELP)
    .action(action(prune));
};

const HELP = `
Deletes tasks with their steps, logs, records and journals, for good. It asks no service: it
works on the database and in LOG_DIR, by the settings of the service, on a host that has
that folder and as the user of the service. Services may run meanwhile; what runs is kept.
The embedded database takes one process at a time: end the service first.

--orphans is only for a LOG_DIR that belongs to this database alone. Ctrl-C ends it after
the tasks at hand.

Exit codes: 0 all is deleted; 1 not all, or nothing, and a line says why; 2 an argument or a
setting cannot be used; 3 the database cannot be reached.

Examples:
  tms-init prune --older-than 30d --dry-run
  tms-init prune --older-than 30d
  tms-init prune --older-than 1w --status SUCCESS --json | jq .tasks
`;

async function prune(session: Session, wish: PruneWish): Promise<ExitCode> {
  session.asksNoService('prune');
  const request = requestOf(wish);
  // The service behind it is large; nothing else of the command line needs it.
  const { pruneHere } = await import('../prune/prune-here.ts');
  return pruneHere(session, request);
}

function requestOf(wish: PruneWish): PruneRequest {
  try {
    return pruneRequest(wish, Date.now());
  } catch (error) {
    if (error instanceof UsageError) throw misuse(`${error.message}; see tms-init prune --help`, error);
    throw error;
  }
}
