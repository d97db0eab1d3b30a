/**
 * Writes journals one after the other. While one is written the lines of the others gather, so the more there is to write,
 * the less each line costs; and a thousand runs need no more descriptors than one.
 */

import { setTimeout as pause } from 'node:timers/promises';

import type { Logger } from '../logger.ts';
import { appendToJournal, createJournal } from './append-file.ts';
import type { HeldLines } from './held-lines.ts';

export interface OpenJournal {
  readonly folder: string;
  readonly path: string;
  readonly lines: HeldLines;
  isCreated: boolean;
}

export interface Lane {
  /** Writes the lines that this journal holds by then. */
  write(journal: OpenJournal): void;
  /** Resolves when what there is now is written, or cannot be; at once where there is nothing. */
  written(): Promise<void>;
  /** Resolves when everything is written. */
  idle(): Promise<void>;
}

/** To write costs more than all else of a line. A crash loses as much of a journal as is told in this time. */
const GATHER_MS = 50;

/** Where many runs are told of at once, lines gather longer, so that no more than a part of the time goes into files. */
const WRITING_SHARE = 1 / 20;
const LONGEST_GATHER_MS = 500;

export function openLane(logger: Logger): Lane {
  const unwritten = new Set<OpenJournal>();
  const waiting: (() => void)[] = [];
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    let gatherMs = GATHER_MS;
    while (unwritten.size > 0 || waiting.length > 0) {
      await pause(gatherMs);
      const begunMs = performance.now();
      // Those that there are now: what is told of them once they are written gathers again.
      const journals = [...unwritten];
      const told = waiting.splice(0);
      for (const journal of journals) {
        unwritten.delete(journal);
        await writeLines(journal, logger);
      }
      for (const tell of told) tell();
      gatherMs = gatherAfter(performance.now() - begunMs);
    }
    writing = null;
  }

  return {
    write(journal) {
      unwritten.add(journal);
      writing ??= writeAll();
    },
    async written() {
      // While some are being written, those that come behind them are a round of their own.
      if (writing !== null) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    idle: async () => writing ?? undefined,
  };
}

function gatherAfter(writingMs: number): number {
  return Math.min(Math.max(writingMs / WRITING_SHARE, GATHER_MS), LONGEST_GATHER_MS);
}

async function writeLines(journal: OpenJournal, logger: Logger): Promise<void> {
  try {
    const text = journal.lines.take();
    await (journal.isCreated ? appendToJournal(journal.path, text) : createJournal(journal, text));
    journal.isCreated = true;
  } catch (error) {
    journal.lines.giveUp();
    logger.warn({ err: error }, 'journal.not-written');
  }
}
