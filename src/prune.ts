/** `npm run prune -- --older-than 30d`: deletes old tasks that do not run, with their logs, and says in words what it did. */

import process from 'node:process';

import { ConfigError } from './config/config-error.ts';
import { processEnvironment, readConfig } from './config.ts';
import { describeReport } from './retention/describe-report.ts';
import { isWhole } from './retention/prune-report.ts';
import { tell, tellError, tellUnforeseen } from './platform/tell.ts';
import { PRUNE_USAGE, readPruneRequest, UsageError } from './retention/prune-request.ts';
import { prune } from './retention/prune.ts';
import { RetentionError } from './retention/retention-error.ts';

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;
const EXIT_UNREACHABLE = 3;

try {
  await main();
} catch (error) {
  const isTold = error instanceof ConfigError || error instanceof RetentionError || error instanceof UsageError;
  if (!isTold) tellUnforeseen(error);
  tellError(`tms-init: ${error.message}\n${error instanceof UsageError ? `${PRUNE_USAGE}\n` : ''}`);
  process.exitCode = exitCodeOf(error);
}

async function main(): Promise<void> {
  const request = readPruneRequest(process.argv.slice(2), Date.now());
  if (request === null) return tell(`${PRUNE_USAGE}\n`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
  const report = await prune(readConfig(processEnvironment()), request, {
    progress: (line) => tellError(`${line}\n`),
    stopping: stopping.signal,
  });
  tell(`${describeReport(report).join('\n')}\n`);
  if (!isWhole(report)) process.exitCode = EXIT_FAILURE;
}

function exitCodeOf(error: ConfigError | RetentionError | UsageError): number {
  if (error instanceof RetentionError) return error.isUnreachable ? EXIT_UNREACHABLE : EXIT_FAILURE;
  return error instanceof UsageError ? EXIT_USAGE : EXIT_FAILURE;
}
