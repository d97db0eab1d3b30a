/** Keeps a launcher: starts one at once, and another when that one dies. */

import { setTimeout } from 'node:timers/promises';

import { isOverWithin } from '../../platform/is-over-within.ts';
import { LauncherUnavailable } from './launcher-errors.ts';
import { forkLauncher, type LauncherOptions, type LauncherProcess } from './launcher-process.ts';
import type { StartRequest } from './messages.ts';
import { takeTurns } from './take-turns.ts';
import type { LaunchedProcess } from './track-requests.ts';

const READY_MS = 10_000;

/**
 * How many starts it is asked for at a time: of a thousand at once the last ones would be answered so late that the launcher
 * would be taken for stuck, and ended with all that it runs.
 */
const MOST_STARTS = 16;

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** A launcher that lived so long was well: the next one is started without a pause. */
const WELL_AFTER_MS = 10_000;

export class KeptLauncher {
  #options: LauncherOptions;
  readonly #onDeath: (reason: string) => void;
  readonly #closing = new AbortController();
  readonly #inTurn = takeTurns(MOST_STARTS);
  #live: LauncherProcess | null = null;
  /** Null where the last one never began: the next request tries again, nothing else does. */
  #usable: Promise<LauncherProcess> | null;
  #isReady = false;
  #failures = 0;
  #startsUnderWay = 0;

  /** @param onDeath hears the reason whenever a launcher ended that was not closed. */
  constructor(options: LauncherOptions, onDeath: (reason: string) => void) {
    this.#options = options;
    this.#onDeath = onDeath;
    this.#usable = this.#begin();
  }

  /** Whether it takes requests at once. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Those that wait for their turn too. */
  get startsUnderWay(): number {
    return this.#startsUnderWay;
  }

  async ready(): Promise<void> {
    await this.#current();
  }

  async start(request: StartRequest): Promise<LaunchedProcess> {
    this.#startsUnderWay += 1;
    try {
      // Those that wait while it dies are started by the next one.
      return await this.#inTurn(async () => (await this.#current()).start(request));
    } finally {
      this.#startsUnderWay -= 1;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#live?.close();
  }

  async #current(): Promise<LauncherProcess> {
    if (this.#closing.signal.aborted) throw new LauncherUnavailable('the launcher of scripts is closed');
    this.#usable ??= this.#begin();
    return this.#usable;
  }

  #begin(): Promise<LauncherProcess> {
    const begun = this.#fork();
    // Whoever asks for the launcher gets the error; where nobody does, it must not end the service.
    begun.catch(() => undefined);
    return begun;
  }

  async #fork(): Promise<LauncherProcess> {
    try {
      if (this.#failures > 0) await setTimeout(this.#pauseMs(), undefined, { signal: this.#closing.signal });
      return await this.#forkNow();
    } catch (error) {
      this.#usable = null;
      this.#failures += 1;
      throw new LauncherUnavailable(describe(error as Error), { cause: error });
    }
  }

  async #forkNow(): Promise<LauncherProcess> {
    const launcher = forkLauncher(this.#options);
    const began = performance.now();
    this.#live = launcher;
    // It counts from 1 again: a later one would die of the same fault, and so for ever.
    this.#options = { ...this.#options, failpoints: undefined };
    if (!(await isOverWithin(launcher.ready, READY_MS))) await launcher.close();
    await launcher.ready;
    this.#isReady = true;
    void launcher.gone.then((reason) => this.#replace(reason, performance.now() - began));
    return launcher;
  }

  #replace(reason: string, livedMs: number): void {
    this.#isReady = false;
    if (this.#closing.signal.aborted) return;
    this.#failures = livedMs < WELL_AFTER_MS ? this.#failures + 1 : 0;
    this.#usable = this.#begin();
    this.#onDeath(reason);
  }

  #pauseMs(): number {
    return Math.min(SHORTEST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS);
  }
}

/** Where descriptors are short, the launcher ends while it loads and cannot say why. */
function describe(error: Error): string {
  return `${error.message}; no script can be started (is the limit of open files too low?)`;
}
