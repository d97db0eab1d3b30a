/** A logger that keeps what it is told. */

import type { Logger } from '../../src/logger.ts';

export type LoggedEvent = Record<string, unknown> & { readonly event: string };

export interface LoggedEvents {
  readonly logger: Logger;
  readonly events: LoggedEvent[];
}

export function recordEvents(): LoggedEvents {
  const events: LoggedEvent[] = [];
  const record = (fields: object, event: string) => void events.push({ ...fields, event });
  const logger: Logger = { ...levels(record), isLevelEnabled: () => true, child: () => logger as never };
  return { logger, events };
}

function levels(record: (fields: object, event: string) => void) {
  return { debug: record, info: record, warn: record, error: record, fatal: record } as Omit<
    Logger,
    'child' | 'isLevelEnabled'
  >;
}
