/** Which nodes of the chart a run is in, for every state in which a run can rest. */

import { expect } from 'chai';

import { activeNodes } from '../../../src/actors/chart/active-nodes.ts';
import { runChart } from '../../../src/actors/chart/run-chart.ts';
import { runMachine } from '../../../src/actors/run-machine.ts';

describe('the active nodes', () => {
  it('lead from the root to the leaf', () => {
    expect(activeNodes('run', 'claiming')).to.deep.equal(['run', 'run.claiming']);
    expect(activeNodes('run', { executing: { running: 'stepping' } })).to.deep.equal([
      'run',
      'run.executing',
      'run.executing.running',
      'run.executing.running.stepping',
    ]);
  });

  it('are nodes of the chart, whatever ids the states chose for themselves', () => {
    const ids = runChart.nodes.map(({ id }) => id);
    for (const value of [{ executing: { recording: 'sending' } }, { executing: 'choosing' }, 'abandoned']) {
      expect(ids).to.include.members([...activeNodes(runMachine.id, value)]);
    }
  });
});
