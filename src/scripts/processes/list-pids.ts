/** The processes of this host, in turns: a look at hundreds of them must not hold up everything else. */

import { readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

import { tryRead } from '../../platform/try-read.ts';

/** One look costs about 50 µs. */
const PROCESSES_A_TURN = 4;

/** Nothing where the platform has no /proc. */
export async function* listPids(): AsyncGenerator<number> {
  const names = tryRead(() => readdirSync('/proc'), []).filter((name) => /^\d+$/.test(name));
  for (const [index, name] of names.entries()) {
    if (index % PROCESSES_A_TURN === PROCESSES_A_TURN - 1) await setImmediate();
    yield Number(name);
  }
}
