/** The format of log_path, which carries the facts that no column has: attempt, place, and the fencing token. */

import { hash } from 'node:crypto';

/** What a log_path of ours says. */
export interface LogPathFacts {
  /** Which start of the step this is, from 1. */
  readonly attempt: number;
  /** 8 hex digits: the host (its boot and LOCK_DIR) on which the attempt was started. */
  readonly place: string;
  /** 16 hex digits that make the attempt unique. */
  readonly random: string;
}

const FORMAT =
  /^[A-Za-z0-9._-]{1,100}-[0-9a-f]{16}\/\d+\.(?<attempt>[1-9]\d{0,8})\.(?<place>[0-9a-f]{8})\.(?<random>[0-9a-f]{16})\.log$/;

/** `<task folder>/<stepNo>.<attempt>.<place>.<random>.log`, relative to LOG_DIR. */
export function formatLogPath(taskId: string, stepNo: number, facts: LogPathFacts): string {
  return `${taskFolder(taskId)}/${stepNo}.${facts.attempt}.${facts.place}.${facts.random}.log`;
}

const FOLDER = /^[A-Za-z0-9._-]{1,100}-[0-9a-f]{16}$/;

/** Whether a name is such as taskFolder() makes; whose it is cannot be told from it. */
export function isTaskFolder(name: string): boolean {
  return FOLDER.test(name);
}

/** The facts in a log_path, or null where it is not of our format (an adopted row). */
export function parseLogPath(logPath: string | null): LogPathFacts | null {
  const groups = logPath === null ? null : FORMAT.exec(logPath)?.groups;
  if (!groups) return null;
  return { attempt: Number(groups['attempt']), place: groups['place'] ?? '', random: groups['random'] ?? '' };
}

/** How often the step was started: the attempt in its log_path; a path of another format counts 1, none 0. */
export function countAttempts(logPath: string | null): number {
  if (logPath === null) return 0;
  return parseLogPath(logPath)?.attempt ?? 1;
}

/** The folder of a task's logs: its id made safe for a file system, and a hash because that loses letters. */
export function taskFolder(taskId: string): string {
  const safe = taskId.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);
  return `${safe}-${hash('sha256', taskId).slice(0, 16)}`;
}
