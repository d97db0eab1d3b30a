/** What `npm run bench` was asked for. */

import { parseArgs } from 'node:util';

export interface Options {
  readonly isQuick: boolean;
  /** Names of measurements; none stands for all. */
  readonly only: readonly string[];
  readonly rounds: number;
  readonly hasPeers: boolean;
}

/** Fewer would be no median. */
const ROUNDS = 5;

/** Throws an Error of one line. */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string' },
      'no-peers': { type: 'boolean', default: false },
    },
  });
  const { quick, only } = values;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--only must be one of ${names.join(', ')}, not ${unknown}`);
  const rounds = Number(values.rounds ?? (quick ? 1 : ROUNDS));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds must be 1 or more, not ${values.rounds}`);
  return { isQuick: quick, only, rounds, hasPeers: !values['no-peers'] };
}
