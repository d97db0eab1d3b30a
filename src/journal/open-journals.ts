/**
 * Writes the journals of runs: one file a run, beside the logs of its task. Best effort: a journal that cannot be written
 * costs one log line and never holds up a run.
 */

import { join } from 'node:path';

import { taskFolder } from '../domain/log-path.ts';
import type { Logger } from '../logger.ts';
import { isOverWithin } from '../platform/is-over-within.ts';
import { holdLines } from './held-lines.ts';
import { journalName } from '../domain/journal-name.ts';
import { type Lane, openLane } from './lane.ts';

export interface Journal {
  /** Returns at once; the line is written soon after, together with those that follow it at once. */
  append(line: object): void;
}

export interface Journals {
  begin(taskId: string, run: string): Journal;
  /** Writes what is not written yet, within a second. */
  close(): Promise<void>;
}

/** Fewer than the threads that Node has for files, so that a disk that hangs leaves some to the runs. */
const LANES = 2;

const CLOSING_MS = 1000;

export function openJournals({ logDir, logger }: { readonly logDir: string; readonly logger: Logger }): Journals {
  const lanes = Array.from({ length: LANES }, () => openLane(logger));
  let begun = 0;
  return {
    begin(taskId, run) {
      begun += 1;
      const folder = join(logDir, taskFolder(taskId));
      return beginIn(lanes[begun % LANES], { folder, path: join(folder, journalName(run)) });
    },
    async close() {
      const isWritten = await isOverWithin(Promise.all(lanes.map((lane) => lane.idle())), CLOSING_MS);
      if (!isWritten) logger.warn({}, 'journal.not-closed');
    },
  };
}

function beginIn(lane: Lane | undefined, place: { readonly folder: string; readonly path: string }): Journal {
  const journal = { ...place, lines: holdLines(), isCreated: false };
  return {
    append(line) {
      if (journal.lines.add(line)) lane?.write(journal);
    },
  };
}
