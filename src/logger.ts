/** Log lines on standard output, JSON for programs or readable for people: events with fields, never a secret, never a script's output. */

import process from 'node:process';

import { type Logger as PinoLogger, pino, stdSerializers, stdTimeFunctions } from 'pino';

import type { LogFormat, LogLevel } from './config/settings.ts';
import { prettyLine } from './logger/pretty-line.ts';
import { inertLine } from './platform/inert-text.ts';
import type { SecretMask } from './platform/mask-secrets.ts';
import { openStandardOutput } from './platform/standard-output.ts';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child' | 'isLevelEnabled'>;

/** @param format `auto`: for people where standard output is a terminal. */
export function createLogger(level: LogLevel, mask: SecretMask, format: LogFormat = 'json'): Logger {
  const isPretty = format === 'pretty' || (format === 'auto' && process.stdout.isTTY);
  const write = isPretty ? prettyLine : jsonLine;
  const options = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: { streamWrite: (line: string) => write(masked(line, mask)) },
  };
  // pino's own destination never lets the process end while the disk is full or a pipe is not read.
  return pino(options, openStandardOutput());
}

/** What else an error of the database has, such as the row and the statement, is of nobody's concern here. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, code };
}

/** Names that are no secrets, whatever they look like: two of them have to stay two. */
const EXACT: ReadonlySet<string> = new Set(['taskId', 'taskIds', 'instance', 'requestId']);

/** Text by text, so that each is seen as it was before JSON put a backslash before its quotes. */
function masked(line: string, mask: SecretMask): Record<string, unknown> {
  return maskAll('', JSON.parse(line), mask) as Record<string, unknown>;
}

/** What is in a list is called as the list is. */
function maskAll(name: string, value: unknown, mask: SecretMask): unknown {
  if (typeof value === 'string') return EXACT.has(name) ? mask.known(value) : mask(value);
  if (Array.isArray(value)) return value.map((one) => maskAll(name, one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, maskAll(key, one, mask)]));
}

function jsonLine(line: Record<string, unknown>): string {
  return `${inertLine(JSON.stringify(line))}\n`;
}
