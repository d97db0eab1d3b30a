/** JSON log lines on standard output: events with fields, never a secret, never a script's output. */

import { type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';

import type { LogLevel } from './config/settings.ts';
import { openStandardOutput } from './platform/standard-output.ts';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child'>;

export function createLogger(level: LogLevel): Logger {
  const options = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // pino's own destination never lets the process end while the disk is full or a pipe is not read.
  return pino(options, openStandardOutput());
}
