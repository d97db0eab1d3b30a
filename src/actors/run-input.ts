/** What a new run is given: its origin is new each time, so that its tokens are too. */

import { randomBytes } from 'node:crypto';

import type { Scripts } from '../scripts/scripts.ts';
import type { RunInput } from './run-context.ts';

export interface RunIdentity {
  readonly scripts: Scripts;
  /** `instance:pid:random` of this service, told to readers of a task that runs here. */
  readonly owner: string;
}

export function newRunInput({ scripts }: RunIdentity, given: Omit<RunInput, 'origin'>): RunInput {
  return { ...given, origin: { place: scripts.place, seed: randomBytes(16).toString('hex') } };
}
