/** The launcher, a process of its own: it starts scripts for the service, because that gets slow in a process with much memory. */

import process from 'node:process';

import { armFailpoints } from '../../failpoints/arm-failpoints.ts';
import { endLaunched } from './end-launched.ts';
import type { LauncherReport, LauncherSettings, NumberedRequest } from './messages.ts';
import { type Launched, startProcess } from './start-process.ts';

launch(JSON.parse(process.argv[2] ?? '') as LauncherSettings);

function launch({ killGraceMs, failpoints }: LauncherSettings): void {
  const reach = failpoints && armFailpoints(failpoints);
  const running = new Map<number, Launched>();
  outliveTheForegroundGroup();
  process.on('message', (request: NumberedRequest) => void startProcess({ request, report, running, reach }));
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
