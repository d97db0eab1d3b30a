/** How soon a task is taken, asked by a client in a process of its own: the median, in ms. */

import type { Work } from '../contestants/contestant.ts';
import type { Competitor } from '../contestants/list.ts';
import { startCompetitor } from '../contestants/run-competitor.ts';
import { shareOf } from '../report.ts';

/** @param begin when it begins; it gets ready before. */
export async function measureEnqueue(competitor: Competitor, work: Work, begin: Promise<unknown>): Promise<number> {
  const client = startCompetitor(competitor, 'enqueue', work);
  try {
    await Promise.all([client.told('ready'), begin]);
    client.go();
    const { times } = await client.told('enqueued');
    return shareOf(times, 0.5);
  } finally {
    await client.end();
  }
}
