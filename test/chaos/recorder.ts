/** Writes down what happens in a round, in its folder. */

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { descendsFrom } from '../support/process-family.ts';
import { type Call, type FaultEntry, type JournalEntry, parseJournalLine } from './history.ts';

export interface Recorder {
  readonly folder: string;
  readonly bootedAt: number;
  call(call: Call): void;
  /** Notes a fault together with how many scripts live at this moment. */
  fault(kind: string, instance: number | null): void;
  said(lines: readonly unknown[]): void;
  /** What the scripts have said so far. */
  journal(): readonly JournalEntry[];
  /** How many scripts of tasks whose ids begin like this have come to their own end. */
  endedScripts(lane: string): number;
  /** How many scripts live. */
  liveScripts(whose?: Whose): number;
}

/** Of which service, named by its process, and of tasks whose ids begin how. */
export interface Whose {
  readonly service?: number | undefined;
  readonly lane?: string | undefined;
}

export function openRecorder(folder: string): Recorder {
  const bootedAt = Date.now() - Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000;
  const append = (name: string, entry: unknown) => appendFileSync(join(folder, name), `${JSON.stringify(entry)}\n`);
  const journal = () => readJournal(folder, bootedAt);
  const liveScripts = (whose: Whose = {}) => countLive(journal(), whose);
  return {
    folder,
    bootedAt,
    call: (call) => append('calls', call),
    fault(kind, instance) {
      append('faults', { kind, at: Date.now(), instance, liveScripts: liveScripts() } satisfies FaultEntry);
    },
    said: (lines) => append('said', lines),
    journal,
    endedScripts: (lane) => journal().filter(({ kind, taskId }) => kind === 'END' && taskId.startsWith(lane)).length,
    liveScripts,
  };
}

function readJournal(folder: string, bootedAt: number): readonly JournalEntry[] {
  const path = join(folder, 'journal');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => parseJournalLine(line, bootedAt));
}

/** Those that have started, have not ended, and whose leader is still there. */
function countLive(journal: readonly JournalEntry[], { service, lane = '' }: Whose): number {
  const ended = new Set(journal.filter(({ kind }) => kind === 'END').map(({ attemptId }) => attemptId));
  const open = journal.filter(({ kind, attemptId }) => kind === 'START' && !ended.has(attemptId));
  const live = open.filter(({ taskId, pid, attemptId }) => taskId.startsWith(lane) && carries(pid, attemptId));
  return live.filter(({ pid }) => service === undefined || descendsFrom(pid, service)).length;
}

function carries(pid: number, attemptId: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`ATTEMPT_ID=${attemptId}`);
  } catch {
    return false; // It has ended.
  }
}
