/**
 * How fast the service is beside its peers and beside what database and machine can do at best: `npm run bench`. Prints one table
 * of ratios; a full run writes `bench/RESULTS.md` too. `--quick` only shows that all of it works; `--only NAME` measures one part, with
 * what it is compared with; `--rounds N` for more or fewer than five; `--no-peers` needs none of their packages.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { folderOfThisProcess } from '../test/support/folder-of-this-process.ts';
import { createDatabaseOn } from '../test/support/postgres.ts';
import type { Measurement } from './compare/bench.ts';
import { openBook } from './compare/book.ts';
import { GOALS } from './compare/goals.ts';
import { installPeers } from './compare/install-peers.ts';
import { judge } from './compare/judge.ts';
import { describeMachine, describeVersions } from './compare/machine.ts';
import { type Options, readOptions } from './compare/options.ts';
import { FULL, QUICK } from './compare/pace.ts';
import { resultsPage } from './compare/results-page.ts';
import { runRounds } from './compare/run-rounds.ts';
import { SETTINGS, startServer } from './compare/server.ts';
import { textTable } from './compare/table.ts';
import { hasRedis } from './contestants/redis.ts';
import { accept } from './measurements/accept.ts';
import { engine } from './measurements/engine.ts';
import { heap } from './measurements/heap.ts';
import { idle } from './measurements/idle.ts';
import { logTail } from './measurements/log-tail.ts';
import { manyRows } from './measurements/many-rows.ts';
import { polls } from './measurements/polls.ts';
import { scripts } from './measurements/scripts.ts';
import { start } from './measurements/start.ts';
import { updates } from './measurements/updates.ts';
import { xargs } from './measurements/xargs.ts';

const MEASUREMENTS = [updates, engine, accept, xargs, scripts, polls, start, idle, logTail, heap, manyRows];

const RESULTS = join(import.meta.dirname, 'RESULTS.md');

const MINUTE_MS = 60_000;

try {
  const names = MEASUREMENTS.map(({ name }) => name);
  await compare(readOptions(process.argv.slice(2), names));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
// The server of PostgreSQL lives as long as this process.
process.exit();

async function compare({ isQuick, only, rounds, hasPeers }: Options): Promise<void> {
  const begun = performance.now();
  if (hasPeers) installPeers(say);
  if (hasPeers && !hasRedis) say('redis-server is not on this machine: BullMQ is left out');
  const { url } = await startServer();
  const book = openBook();
  const measurements = selected(only);
  const pace = isQuick ? QUICK : FULL;
  const folder = folderOfThisProcess('bench');
  await runRounds(book, { measurements, rounds, pace, hasPeers, serverUrl: url, folder, say });
  const judged = GOALS.map((goal) => judge(goal, book));
  console.log(textTable(judged));
  const run = { judged, book, rounds, minutes: (performance.now() - begun) / MINUTE_MS, settings: SETTINGS };
  const day = new Date().toISOString().slice(0, 10);
  const versions = describeVersions(await postgresVersion(url));
  const page = resultsPage({ ...run, day, machine: describeMachine(), versions });
  // What was measured in part or in a hurry must not take the place of the figures that there are.
  if (isQuick || only.length > 0 || !hasPeers) return;
  writeFileSync(RESULTS, page);
  say('written: bench/RESULTS.md');
}

/** In the order in which they take their turns; with those that the named ones are compared with. */
function selected(only: readonly string[]): readonly Measurement[] {
  if (only.length === 0) return MEASUREMENTS;
  const needed = MEASUREMENTS.filter(({ name }) => only.includes(name)).flatMap(({ needs }) => needs);
  const names = new Set([...only, ...needed]);
  return MEASUREMENTS.filter(({ name }) => names.has(name));
}

async function postgresVersion(serverUrl: string): Promise<string> {
  const database = await createDatabaseOn(serverUrl);
  const [row] = await database.query('show server_version');
  await database.drop();
  return String(row?.['server_version']);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
