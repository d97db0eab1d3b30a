/** `npm run prune -- --older-than 30d`: deletes old tasks that do not run, with their logs, and says in words what it did. */

import process from 'node:process';

import { ConfigError } from './config/config-error.ts';
import { processEnvironment, readConfig } from './config.ts';
import { tell, tellError } from './platform/tell.ts';
import { PRUNE_USAGE, readPruneRequest, UsageError } from './retention/prune-request.ts';
import { prune } from './retention/prune.ts';
import { RetentionError } from './retention/retention-error.ts';

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

try {
  await main();
} catch (error) {
  const isTold = error instanceof ConfigError || error instanceof RetentionError || error instanceof UsageError;
  if (!isTold) throw error;
  const isUsage = error instanceof UsageError;
  tellError(`tms-init: ${error.message}\n${isUsage ? `${PRUNE_USAGE}\n` : ''}`);
  process.exitCode = isUsage ? EXIT_USAGE : EXIT_FAILURE;
}

async function main(): Promise<void> {
  const request = readPruneRequest(process.argv.slice(2), Date.now());
  if (request === null) return tell(`${PRUNE_USAGE}\n`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
  const isWhole = await prune(readConfig(processEnvironment()), request, {
    say: (line) => tell(`${line}\n`),
    progress: (line) => tellError(`${line}\n`),
    stopping: stopping.signal,
  });
  if (!isWhole) process.exitCode = EXIT_FAILURE;
}
