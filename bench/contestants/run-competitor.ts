/** Starts the program of a competitor on a fresh store and gives what it tells. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Bench } from '../compare/bench.ts';
import type { Role, Told, Work } from './contestant.ts';
import type { Competitor } from './list.ts';
import { startRedis } from './redis.ts';

const BENCH = join(import.meta.dirname, '..');

/** Beyond what it warms up and measures: to start, and to get ready. */
const PATIENCE_MS = 60_000;

const LONGEST_REASON = 160;

export interface RunningCompetitor {
  /** Resolves with what it said of that kind; rejects where it fails, ends or takes too long first. */
  told<Kind extends Told['kind']>(kind: Kind): Promise<Extract<Told, { kind: Kind }>>;
  /** Lets it go on, where it waits for that. */
  go(): void;
  /** Kills it, if it still lives. */
  end(): Promise<void>;
}

export function startCompetitor({ program }: Competitor, role: Role, work: Work): RunningCompetitor {
  const child = fork(join(BENCH, program), [JSON.stringify([role, work])], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--no-warnings'],
  });
  const ended = once(child, 'exit');
  const heard: Told[] = [];
  const complaints: string[] = [];
  child.on('message', (message) => heard.push(message as Told));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const deadline = AbortSignal.timeout(work.warmUpMs + work.measureMs + PATIENCE_MS);
  return {
    async told(kind) {
      for (;;) {
        const found = heard.find((told) => told.kind === kind || told.kind === 'failed');
        if (found?.kind === kind) return found as Extract<Told, { kind: typeof kind }>;
        if (found?.kind === 'failed') throw new Error(shorten(found.reason));
        if (hasEnded(child)) throw new Error(shorten(complaints.join('').trim() || 'it ended without a word'));
        await nextWord(child, ended, deadline);
      }
    },
    go: () => void child.send('go'),
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function nextWord(child: ChildProcess, ended: Promise<unknown>, deadline: AbortSignal): Promise<void> {
  try {
    await Promise.race([once(child, 'message', { signal: deadline }), ended]);
  } catch (error) {
    throw new Error('it took too long', { cause: error });
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The line that tells most: that of the error, where a stack is around it. */
function shorten(reason: string): string {
  const lines = reason.split('\n').map((line) => line.trim());
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? '').slice(0, LONGEST_REASON);
}

/** Gives a store of its own to what is done with it, and takes it away behind it. */
export async function withStore(
  bench: Bench,
  { store }: Competitor,
  act: (place: string, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await bench.makeFolder();
  if (store === 'Redis') {
    await using redis = await startRedis(folder);
    await act(redis.socket, folder);
    return;
  }
  const database = await bench.createDatabase();
  try {
    await act(database.url, folder);
  } finally {
    await database.drop();
  }
}
