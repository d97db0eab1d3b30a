/** JSON log lines on standard output: events with fields, never a secret, never a script's output. */

import { type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';

import type { LogLevel } from './config.ts';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child'>;

export function createLogger(level: LogLevel): Logger {
  return pino({
    level,
    timestamp: stdTimeFunctions.isoTime,
    base: null,
    formatters: { level: (label) => ({ level: label }) },
  });
}
