/** Deletes what is old in the database and the folders of this host, and tells it. */

import process from 'node:process';

import { ConfigError } from '../../src/config/config-error.ts';
import { readConfig } from '../../src/config.ts';
import { describeReport } from '../../src/retention/describe-report.ts';
import { isWhole, type PruneReport } from '../../src/retention/prune-report.ts';
import type { PruneRequest } from '../../src/retention/prune-request.ts';
import { prune } from '../../src/retention/prune.ts';
import { RetentionError } from '../../src/retention/retention-error.ts';
import { environmentOf } from '../environment.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { databaseFault } from '../faults/database-fault.ts';
import { misuse } from '../faults/fault.ts';
import type { Session } from '../session.ts';
import { inertJsonLines } from '../text/inert-json.ts';

export async function pruneHere({ output, json }: Session, request: PruneRequest): Promise<ExitCode> {
  const progress = json ? () => undefined : output.note;
  const report = await pruneStoppably(request, progress);
  output.lines(json ? inertJsonLines(toJson(report)) : describeReport(report));
  return isWhole(report) ? EXIT.success : EXIT.failed;
}

/** Throws a Fault. */
async function pruneStoppably(request: PruneRequest, progress: (line: string) => void): Promise<PruneReport> {
  const stopping = new AbortController();
  // Not once: under an older Node.js a Ctrl-C comes twice.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort());
  try {
    // What it gives is all that shall come on standard output.
    const config = readConfig(environmentOf({ LOG_LEVEL: 'silent' }));
    return await prune(config, request, { progress, stopping: stopping.signal });
  } catch (error) {
    throw asFault(error);
  }
}

function asFault(error: unknown): unknown {
  if (error instanceof ConfigError) return misuse(error.message, error);
  if (!(error instanceof RetentionError)) return error;
  return databaseFault(error.isUnreachable ? EXIT.unreachable : EXIT.failed, error.message, error);
}

function toJson({ isDryRun, isStopped, pruned, orphans }: PruneReport): object {
  return { dryRun: isDryRun, stopped: isStopped, ...pruned, orphans };
}
