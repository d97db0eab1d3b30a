/** The requests that a launcher was sent, and the promises that its reports settle. */

import type { ChildProcess } from 'node:child_process';

import { LauncherDied, StartFailure } from './launcher-errors.ts';
import type { LauncherReport, NumberedRequest, ProcessEnd, StartedProcess, StartRequest } from './messages.ts';

export interface LaunchedProcess extends StartedProcess {
  /** Resolves with the limit once the log is larger than that while it runs; else never. */
  readonly overgrown: Promise<number>;
  /** Rejects with a LauncherDied where the launcher ended first. */
  readonly ended: Promise<ProcessEnd>;
}

export interface Requests {
  /** Resolves with the launcher's first report. */
  readonly ready: Promise<void>;
  /** Rejects with a StartFailure or a LauncherDied. */
  send(request: StartRequest): Promise<LaunchedProcess>;
  /** No report will come any more. */
  rejectAll(error: LauncherDied): void;
}

interface Pending {
  readonly started: PromiseWithResolvers<LaunchedProcess>;
  readonly overgrown: PromiseWithResolvers<number>;
  readonly ended: PromiseWithResolvers<ProcessEnd>;
}

export function trackRequests(child: ChildProcess): Requests {
  const ready = handed<void>();
  const pending = new Map<number, Pending>();
  let count = 0;
  child.on('message', (report: LauncherReport) => {
    if (report.kind === 'ready') ready.resolve();
    else settle(report, pending);
  });
  return {
    ready: ready.promise,
    send(request) {
      const numbered: NumberedRequest = { ...request, id: (count += 1) };
      return send(child, numbered, pending);
    },
    rejectAll(error) {
      ready.reject(error);
      for (const request of pending.values()) reject(request, error);
      pending.clear();
    },
  };
}

function send(child: ChildProcess, request: NumberedRequest, pending: Map<number, Pending>): Promise<LaunchedProcess> {
  const { id } = request;
  const settling: Pending = { started: handed(), overgrown: handed(), ended: handed() };
  pending.set(id, settling);
  child.send(request, (error) => {
    if (error && pending.delete(id)) reject(settling, new LauncherDied('the launcher of scripts cannot be reached'));
  });
  return settling.started.promise;
}

function settle(report: Exclude<LauncherReport, { kind: 'ready' }>, pending: Map<number, Pending>): void {
  const request = pending.get(report.id);
  if (!request) return;
  if (report.kind === 'ended' || report.kind === 'failed') pending.delete(report.id);
  settleOne(report, request);
}

function settleOne(report: Exclude<LauncherReport, { kind: 'ready' }>, settling: Pending): void {
  const { started, overgrown, ended } = settling;
  switch (report.kind) {
    case 'started':
      return started.resolve(launched(report, settling));
    case 'overgrown':
      return overgrown.resolve(report.limitBytes);
    case 'ended':
      return ended.resolve({ exitCode: report.exitCode, signal: report.signal });
    case 'failed':
      return started.reject(new StartFailure(report.part, report.code));
  }
}

function launched({ pid, startTime }: StartedProcess, { overgrown, ended }: Pending): LaunchedProcess {
  return { pid, startTime, overgrown: overgrown.promise, ended: ended.promise };
}

function reject({ started, ended }: Pending, error: Error): void {
  started.reject(error);
  ended.reject(error);
}

/** A promise for somebody who may look at it late, or not at all: its rejection alone must not end the service. */
function handed<T>(): PromiseWithResolvers<T> {
  const resolvers = Promise.withResolvers<T>();
  resolvers.promise.catch(() => undefined);
  return resolvers;
}
