/**
 * Starts scripts through launchers in several lanes: one begins at once, the next one when all others have much to do, since a
 * process starts one script after another. Imports nothing heavy, because it comes first.
 */

import { availableParallelism } from 'node:os';

import { KeptLauncher } from './launcher/kept-launcher.ts';
import type { LauncherOptions } from './launcher/launcher-process.ts';
import type { StartRequest } from './launcher/messages.ts';
import type { LaunchedProcess } from './launcher/track-requests.ts';

export interface Launcher {
  /** Resolves once processes can be started; rejects with a LauncherUnavailable that says why not. */
  ready(): Promise<void>;
  /** Rejects with a StartFailure, a LauncherUnavailable, or a LauncherDied where it cannot be told what happened. */
  start(request: StartRequest): Promise<LaunchedProcess>;
  /** The listener hears the reason whenever a launcher ended that was not closed. */
  onDeath(listener: (reason: string) => void): void;
  /** Ends the scripts that run: TERM, their grace, KILL. */
  close(): Promise<void>;
}

/** Each is a process of 45 MB, and with two the next start need not wait where the system is slow to start one. */
const MOST_LANES = Math.max(2, Math.min(availableParallelism(), 4));

/** Starts under way in one lane, 10 ms or so of its time: whoever comes then is served sooner by another one. */
const MUCH = 8;

/** @param mostLanes how many launchers there may be, one at least. */
export function startLauncher(options: LauncherOptions, mostLanes: number = MOST_LANES): Launcher {
  return new Lanes(options, mostLanes);
}

class Lanes implements Launcher {
  readonly #options: LauncherOptions;
  readonly #most: number;
  readonly #first: KeptLauncher;
  readonly #lanes: KeptLauncher[];
  readonly #listeners: ((reason: string) => void)[] = [];
  #isClosing = false;

  constructor(options: LauncherOptions, most: number) {
    // A failpoint counts from 1 in each process, and is meant to act once.
    this.#options = { ...options, failpoints: undefined };
    this.#most = most;
    this.#first = this.#begin(options);
    this.#lanes = [this.#first];
  }

  ready(): Promise<void> {
    return this.#first.ready();
  }

  start(request: StartRequest): Promise<LaunchedProcess> {
    const lane = this.#leastBusy();
    if (lane.startsUnderWay >= MUCH) this.#beginAnother();
    return lane.start(request);
  }

  onDeath(listener: (reason: string) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }

  #begin(options: LauncherOptions): KeptLauncher {
    return new KeptLauncher(options, (reason) => {
      for (const listener of this.#listeners) listener(reason);
    });
  }

  /** One at a time gets ready; one that could not begin tries again, after a pause that grows. */
  #beginAnother(): void {
    const unready = this.#lanes.find((lane) => !lane.isReady);
    // Why it is not ready is told to whoever has no other lane.
    if (unready) unready.ready().catch(() => undefined);
    else if (this.#lanes.length < this.#most && !this.#isClosing) this.#lanes.push(this.#begin(this.#options));
  }

  /** Of those that take requests at once; where none does, the first: it says why. */
  #leastBusy(): KeptLauncher {
    const ready = this.#lanes.filter((lane) => lane.isReady);
    return ready.reduce(
      (least, lane) => (lane.startsUnderWay < least.startsUnderWay ? lane : least),
      ready[0] ?? this.#first,
    );
  }
}
