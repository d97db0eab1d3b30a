/** What `npm run prune` is asked for, by its arguments. */

import { parseArgs } from 'node:util';

import { PRUNABLE_STATUSES, type Pruning, type PrunableStatus } from '../domain/prunable.ts';

export interface PruneRequest {
  readonly pruning: Pruning;
  readonly isDryRun: boolean;
  /** Whether files of tasks that are no more are removed too. */
  readonly isWithOrphans: boolean;
}

/** Its message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const PRUNE_USAGE = `usage: npm run prune -- --older-than 30d [--status SUCCESS,FAILED] [--dry-run] [--orphans]

Deletes tasks that do not run and have not changed for so long (s, m, h, d or w), with their steps, logs, records and journals.
  --status   which ones, of ${PRUNABLE_STATUSES.join(', ')}; without it SUCCESS,FAILED
  --dry-run  only tells what would be deleted
  --orphans  also removes files as old of tasks that are in the database no more; only where LOG_DIR is of this database alone`;

/** Throws a UsageError; null where help is asked for. */
export function readPruneRequest(args: readonly string[], nowMs: number): PruneRequest | null {
  const { help, 'older-than': olderThan, 'dry-run': dryRun, status, orphans } = parse(args);
  return help ? null : pruneRequest({ olderThan, status, dryRun, orphans }, nowMs);
}

/** As the options have it. */
export interface PruneWish {
  readonly olderThan?: string | undefined;
  readonly status?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly orphans?: boolean | undefined;
}

/** Throws a UsageError. */
export function pruneRequest({ olderThan, status, dryRun, orphans }: PruneWish, nowMs: number): PruneRequest {
  if (olderThan === undefined) throw new UsageError('say how old by --older-than, such as 30d');
  const before = new Date(nowMs - ageMs(olderThan)).toISOString();
  return {
    pruning: { statuses: statusesOf(status ?? DEFAULT_STATUSES), before },
    isDryRun: dryRun ?? false,
    isWithOrphans: orphans ?? false,
  };
}

const DEFAULT_STATUSES = 'SUCCESS,FAILED';

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'older-than': { type: 'string' },
        status: { type: 'string' },
        'dry-run': { type: 'boolean' },
        orphans: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw new UsageError(line, { cause: error });
  }
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

function ageMs(text: string): number {
  const { count, unit = '' } = /^(?<count>\d{1,5})(?<unit>[smhdw])$/.exec(text)?.groups ?? {};
  const seconds = UNIT_SECONDS[unit];
  if (seconds === undefined)
    throw new UsageError(`--older-than takes a number and s, m, h, d or w, such as 30d, not ${text}`);
  return Number(count) * seconds * 1000;
}

function statusesOf(text: string): PrunableStatus[] {
  return text.split(',').map((word) => {
    const status = PRUNABLE_STATUSES.find((prunable) => prunable === word.trim());
    if (status === undefined)
      throw new UsageError(`--status takes ${PRUNABLE_STATUSES.join(', ')}, by commas, not ${text}`);
    return status;
  });
}
