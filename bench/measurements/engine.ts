/** How fast steps are stored where a step does nothing. */

import type { Bench, Measurement } from '../compare/bench.ts';
import type { Figure } from '../compare/book.ts';
import { inTurn } from '../compare/in-turn.ts';
import { ENGINE, engineMany, engineOne, MANY, PEERS, STEPS, type Competitor } from '../contestants/list.ts';
import { absence } from '../contestants/absence.ts';
import { startCompetitor, withStore } from '../contestants/run-competitor.ts';

export const engine: Measurement = {
  name: 'engine',
  needs: ['updates'],
  isRepeated: true,
  async measure(bench) {
    for (const competitor of inTurn([ENGINE, ...PEERS], bench.round)) {
      await measureAt(bench, competitor, { atOnce: 1, figure: engineOne(competitor) });
      await measureAt(bench, competitor, { atOnce: MANY, figure: engineMany(competitor) });
    }
  },
};

interface At {
  readonly atOnce: number;
  /** Milliseconds a step where one task runs, steps a second where many do. */
  readonly figure: Figure;
}

async function measureAt(bench: Bench, competitor: Competitor, { atOnce, figure }: At): Promise<void> {
  const reason = absence(competitor, bench);
  if (reason !== null) return bench.miss([figure], reason);
  const { warmUpMs, engineMs: measureMs } = bench.pace;
  const work = { atOnce, steps: STEPS, hasProcesses: false, warmUpMs, measureMs };
  await bench.attempt([figure], () =>
    withStore(bench, competitor, async (place, folder) => {
      const running = startCompetitor(competitor, 'run', { ...work, place, folder });
      try {
        const { steps, ms } = await running.told('ran');
        bench.note(figure, atOnce === 1 ? ms / steps : (steps / ms) * 1000);
      } finally {
        await running.end();
      }
    }),
  );
}
