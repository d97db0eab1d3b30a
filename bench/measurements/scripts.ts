/** How fast steps are run where each is a process, and how soon one more task is taken meanwhile. */

import type { Bench, Measurement } from '../compare/bench.ts';
import { inTurn } from '../compare/in-turn.ts';
import { absence } from '../contestants/absence.ts';
import type { Work } from '../contestants/contestant.ts';
import { type Competitor, enqueueBusy, MANY, PEERS, scriptsMany, scriptsOne, STEPS } from '../contestants/list.ts';
import { startCompetitor, withStore } from '../contestants/run-competitor.ts';
import { measureEnqueue } from './enqueue.ts';
import { scriptsOfService } from './scripts-of-service.ts';

export const scripts: Measurement = {
  name: 'scripts',
  needs: ['xargs'],
  isRepeated: true,
  async measure(bench) {
    const ofPeers = PEERS.map((peer) => () => runPeer(bench, peer));
    for (const run of inTurn([() => scriptsOfService(bench), ...ofPeers], bench.round)) await run();
  },
};

async function runPeer(bench: Bench, peer: Competitor): Promise<void> {
  await runPeerAt(bench, peer, 1);
  await runPeerAt(bench, peer, MANY);
}

async function runPeerAt(bench: Bench, peer: Competitor, atOnce: number): Promise<void> {
  const figures = atOnce === 1 ? [scriptsOne(peer)] : [scriptsMany(peer), enqueueBusy(peer)];
  const reason = absence(peer, bench);
  if (reason !== null) return bench.miss(figures, reason);
  const { warmUpMs, scriptsMs: measureMs } = bench.pace;
  await bench.attempt(figures, () =>
    withStore(bench, peer, (place, folder) =>
      measurePeer(bench, peer, { place, folder, atOnce, steps: STEPS, hasProcesses: true, warmUpMs, measureMs }),
    ),
  );
}

async function measurePeer(bench: Bench, peer: Competitor, work: Work): Promise<void> {
  const running = startCompetitor(peer, 'run', work);
  try {
    await running.told('ready');
    const enqueued = work.atOnce === 1 ? null : measureEnqueue(peer, work, running.told('measuring'));
    const { steps, ms } = await running.told('ran');
    if (enqueued === null) return bench.note(scriptsOne(peer), ms / steps);
    bench.note(scriptsMany(peer), (steps / ms) * 1000);
    bench.note(enqueueBusy(peer), await enqueued);
  } finally {
    await running.end();
  }
}
