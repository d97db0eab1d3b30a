/** What is known of a round once it is over: everything that its folder holds. All times are milliseconds since the epoch. */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FailpointHit } from '../../src/failpoints/failpoint.ts';

export interface History {
  readonly facts: RoundFacts;
  /** What the scripts said, in the order in which it happened. */
  readonly journal: readonly JournalEntry[];
  readonly calls: readonly Call[];
  /** Every change of a row, in the order of the changes. */
  readonly audit: readonly AuditEntry[];
  readonly hits: readonly FailpointHit[];
  readonly faults: readonly FaultEntry[];
  readonly final: FinalState;
  /** The text of each log file, by its path relative to the folder of logs. */
  readonly logs: ReadonlyMap<string, string>;
  /** What services wrote to their standard output. */
  readonly said: string;
}

export interface RoundFacts {
  readonly seed: number;
  /** The time of the start of the host, by which the journal's times are turned into ours. */
  readonly bootedAt: number;
  /** Texts that must not be found anywhere. */
  readonly canaries: readonly string[];
}

export type JournalKind = 'START' | 'LINE' | 'END' | 'OVERLAP_STEP' | 'OVERLAP_TASK' | 'LEAK';

export interface JournalEntry {
  readonly kind: JournalKind;
  readonly taskId: string;
  readonly stepNo: number;
  readonly attemptId: string;
  readonly pid: number;
  readonly at: number;
  /** The number of a LINE, the exit code of an END, of a START which version of the script it is. */
  readonly value: number | null;
}

/** What operators do by hand. */
export type Power = 'from-step' | 'mend' | 'resolve' | 'delete';

const POWERS: ReadonlySet<string> = new Set<Power>(['from-step', 'mend', 'resolve', 'delete']);

export function isPower(op: string): op is Power {
  return POWERS.has(op);
}

/** What was asked for by hand. */
export interface Wish {
  readonly stepNo: number;
  /** Of a mended script or of the reason for a resolution: no other has it. */
  readonly version: number;
}

/** One request. `answeredAt` null: no answer came, so it may or may not have had an effect. */
export interface Call {
  readonly op: 'create' | 'execute' | 'cancel' | 'task' | 'steps' | Power;
  readonly taskId: string;
  readonly instance: number;
  readonly askedAt: number;
  readonly answeredAt: number | null;
  readonly http: number | null;
  readonly body: unknown;
  readonly wish?: Wish;
}

export interface AuditEntry {
  readonly txid: string;
  readonly at: number;
  readonly taskId: string;
  /** null: the row of the task. */
  readonly stepNo: number | null;
  readonly old: AuditRow;
  /** null: the row was deleted. */
  readonly new: AuditRow | null;
}

export interface AuditRow {
  readonly status: string;
  readonly message: string | null;
  readonly script?: string | null;
  readonly log_path?: string | null;
  readonly exit_code?: number | null;
}

/** What was done to the service or around it, and what became of its processes. */
export interface FaultEntry {
  readonly kind: string;
  readonly at: number;
  readonly instance: number | null;
  /** How many scripts lived at that moment. */
  readonly liveScripts: number;
}

export interface FinalState {
  readonly tasks: readonly FinalTask[];
  /** Of all that the database has. */
  readonly taskIds: readonly string[];
  /** Processes of the round that still live once every service has ended. */
  readonly processes: readonly LeftProcess[];
}

export interface FinalTask {
  readonly taskId: string;
  /** As the database has them. */
  readonly status: string;
  readonly message: string | null;
  readonly steps: readonly FinalStep[];
  /** As the service answers them. */
  readonly answered: { readonly status: string; readonly successSteps: number; readonly totalSteps: number };
  readonly answeredSteps: readonly FinalStep[];
  /** From the first attempt to execute it after the faults to its SUCCESS; null where it never came to that. */
  readonly recoveredMs: number | null;
}

export interface FinalStep {
  readonly stepNo: number;
  readonly status: string;
  readonly exitCode: number | null;
  readonly message: string | null;
  readonly logPath: string | null;
}

export interface LeftProcess {
  readonly pid: number;
  readonly attemptId: string | null;
}

export function readHistory(folder: string): History {
  const facts = readJson(folder, 'facts.json') as RoundFacts;
  return {
    facts,
    journal: readLines(folder, 'journal').map((line) => parseJournalLine(line, facts.bootedAt)),
    calls: readJsonLines(folder, 'calls') as readonly Call[],
    audit: readJson(folder, 'audit.json') as readonly AuditEntry[],
    hits: readJsonLines(folder, 'hits') as readonly FailpointHit[],
    faults: readJsonLines(folder, 'faults') as readonly FaultEntry[],
    final: readJson(folder, 'final.json') as FinalState,
    logs: new Map(globSync('*/*.log', { cwd: join(folder, 'logs') }).map((path) => [path, readLog(folder, path)])),
    said: readText(folder, 'said'),
  };
}

/** `START task step attempt pid uptime value` */
export function parseJournalLine(line: string, bootedAt: number): JournalEntry {
  const [kind, taskId = '', stepNo, attemptId = '', pid, up, value] = line.split(' ');
  const at = bootedAt + Number(up) * 1000;
  const numbers = { stepNo: Number(stepNo), pid: Number(pid), at, value: value ? Number(value) : null };
  return { kind: kind as JournalKind, taskId, attemptId, ...numbers };
}

function readLog(folder: string, path: string): string {
  return readFileSync(join(folder, 'logs', path), 'utf8');
}

function readText(folder: string, name: string): string {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function readLines(folder: string, name: string): readonly string[] {
  return readText(folder, name)
    .split('\n')
    .filter((line) => line !== '');
}

function readJsonLines(folder: string, name: string): readonly unknown[] {
  return readLines(folder, name).map((line) => JSON.parse(line) as unknown);
}

function readJson(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}
