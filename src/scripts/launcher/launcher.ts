/** The launcher, a process of its own: it starts scripts for the service, because that gets slow in a process with much memory. */

import process from 'node:process';

import { endLaunched } from './end-launched.ts';
import type { LauncherReport, NumberedRequest } from './messages.ts';
import { type Launched, startProcess } from './start-process.ts';

launch({ killGraceMs: Number(process.argv[2]) });

function launch({ killGraceMs }: { readonly killGraceMs: number }): void {
  const running = new Map<number, Launched>();
  outliveTheForegroundGroup();
  process.on('message', (request: NumberedRequest) => void startProcess({ request, report, running }));
  process.once('disconnect', () => void endLaunched([...running.values()], killGraceMs));
  report({ kind: 'ready' });
}

/** Ctrl-C and a closing terminal reach the whole group, but the service must still end its runs in order. */
function outliveTheForegroundGroup(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
}

/** A report that no longer gets through is for a service that is gone: the disconnect that follows tells what to do. */
function report(message: LauncherReport): void {
  if (process.connected) process.send?.(message, () => undefined);
}
