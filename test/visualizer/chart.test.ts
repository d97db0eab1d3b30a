/** Where a run is in the picture of its statechart, by the chart that the service answers. */

import { expect } from 'chai';

import { runChart } from '../../src/actors/chart/run-chart.ts';
import { activeNodes, takenEdge } from '../../visualizer/src/chart/graph.ts';
import { fit, lookAt, zoom } from '../../visualizer/src/chart/viewport.ts';
import type { Move } from '../../visualizer/src/history/move.ts';

const WINDOW = { width: 600, height: 400 };
const CHART = { width: 3000, height: 4000 };

describe('the statechart of the page', () => {
  it('has the states of a run active, from the root inwards', () => {
    expect(activeNodes(runChart, 'executing.running')).to.deep.equal(['run', 'run.executing', 'run.executing.running']);
  });

  it('knows the arrow that a move took, also one that answers to many events', () => {
    expect(taken('claiming', 'xstate.done.actor.claim', 'isClaimGranted')).to.include({ target: 'run.loading' });
    expect(taken('executing.choosing', null, 'isStepRunning')).to.include({ target: 'run.executing.running' });
    expect(taken('', 'xstate.error.actor.script', null)).to.include({ source: 'run', event: 'xstate.error.actor.*' });
    expect(taken('claiming', 'xstate.done.actor.claim', 'isMoonFull')).to.equal(null);
  });

  it('is shown as a whole, or where the run is in a size that can be read', () => {
    expect(fit(CHART, WINDOW)).to.deep.equal({ x: -1500, y: 0, width: 6000, height: 4000 });
    expect(lookAt({ x: 1000, y: 1000, width: 100, height: 60 }, CHART, WINDOW)).to.include({
      x: 750,
      y: 830,
      width: 600,
    });
    expect(lookAt({ x: 0, y: 3950, width: 100, height: 50 }, CHART, WINDOW)).to.include({ x: 0, y: 3600 });
    const small = lookAt({ x: 0, y: 0, width: 100, height: 50 }, { width: 300, height: 100 }, WINDOW);
    expect(small).to.deep.equal({ x: 0, y: -50, width: 300, height: 200 });
  });

  it('comes closer around the place that is pointed at, up to a limit', () => {
    const view = { x: 0, y: 0, width: 600, height: 400 };
    expect(zoom(view, 0.5, { x: 600, y: 0 }, WINDOW)).to.deep.equal({ x: 300, y: 0, width: 300, height: 200 });
    expect(zoom(view, 0.01, { x: 0, y: 0 }, WINDOW).width).to.equal(200);
  });
});

function taken(source: string, event: string | null, guard: string | null) {
  return takenEdge(runChart, { source, event, guard } as Move);
}
