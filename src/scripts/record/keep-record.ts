/** Keeps the record of one attempt up to date; a record that cannot be written never holds up the attempt. */

import type { Logger } from '../../logger.ts';
import type { AttemptRecord } from './attempt-record.ts';
import { createRecord, overwriteRecord } from './write-record.ts';

export interface RecordKeeper {
  started(pid: number): void;
  /** Resolves once the end has reached the disk, or cannot. */
  ended(end: RecordedEnd): Promise<void>;
}

export type RecordedEnd = Pick<AttemptRecord, 'endedAt' | 'exitCode' | 'signal' | 'cause'>;

export interface RecordOptions {
  readonly path: string;
  readonly begin: Pick<AttemptRecord, 'host' | 'place' | 'startedAt'>;
  readonly logger: Logger;
}

export function keepRecord({ path, begin, logger }: RecordOptions): RecordKeeper {
  let record: AttemptRecord = { ...begin, pid: null, endedAt: null, exitCode: null, signal: null, cause: null };
  let written = isWritten(createRecord(path, record), logger);

  function overwrite(change: Partial<AttemptRecord>, durable: boolean): void {
    record = { ...record, ...change };
    const now = record;
    // In order; and where it could not be created, there is nothing to overwrite.
    written = written.then((exists) => exists && isWritten(overwriteRecord(path, now, durable), logger));
  }

  return {
    started: (pid) => overwrite({ pid }, false),
    async ended(end) {
      overwrite(end, true);
      await written;
    },
  };
}

async function isWritten(writing: Promise<void>, logger: Logger): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    logger.warn({ err: error }, 'record.not-written');
    return false;
  }
}
