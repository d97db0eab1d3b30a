/** The chart, compared with the machine it was read from, and what it refuses to show. */

import { expect } from 'chai';
import { type AnyStateNode, createMachine } from 'xstate';

import { readChart } from '../../../src/actors/chart/read-chart.ts';
import { runChart } from '../../../src/actors/chart/run-chart.ts';
import { runMachine } from '../../../src/actors/run-machine.ts';

describe('the chart of a run', () => {
  const { nodes, edges } = runChart;
  const ids = new Set(nodes.map(({ id }) => id));

  it('has every state of the machine, each below its parent, and a sentence on each', () => {
    expect(nodes).to.have.length(statesBelow(runMachine.root).length);
    expect(ids.size).to.equal(nodes.length);
    for (const { id, parent, initial, description } of nodes) {
      expect(id.split('.').slice(0, -1).join('.'), id).to.equal(parent ?? '');
      if (initial !== null) expect(nodes.find((node) => node.id === initial)?.parent).to.equal(id);
      expect(description, id).to.match(/^[A-Z].+\.$/);
    }
  });

  it('has every transition of the machine, those that are taken by themselves too', () => {
    const states = statesBelow(runMachine.root);
    const always = states.flatMap((state) => state.always ?? []);
    const others = states.flatMap((state) => [...state.transitions.values()].flat());
    expect(edges).to.have.length(always.length + others.length);
    expect(edges.filter(({ event }) => event === '')).to.have.length(always.length);
    expect(always).to.have.length.above(30);
  });

  it('has edges with names of their own, between states that there are', () => {
    expect(new Set(edges.map(({ id }) => id)).size).to.equal(edges.length);
    for (const { source, target } of edges) expect([...ids]).to.include.members([source, target]);
  });

  it('tells what is called by name: effects, guards, and actions but for the timers of XState', () => {
    expect(nodes.find(({ id }) => id === 'run.executing.running')).to.deep.include({
      entry: ['beginStep'],
      exit: [],
      invokes: [{ id: 'script', src: 'runScript' }],
      tags: [],
    });
    expect(nodes.find(({ id }) => id === 'run.executing.starting.waiting')).to.deep.include({ entry: [], exit: [] });
    expect(edges.find(({ source }) => source === 'run.claiming')).to.deep.equal({
      id: 'run.claiming:xstate.done.actor.claim:1',
      source: 'run.claiming',
      target: 'run.loading',
      event: 'xstate.done.actor.claim',
      guard: 'isClaimGranted',
      actions: ['holdClaim'],
    });
  });

  it('shows an edge that leaves no state as one that leads back to its source', () => {
    const heard = edges.filter(({ source }) => source === 'run');
    expect(heard.map(({ event, target }) => [event, target])).to.deep.include(['run.stop', 'run']);
  });
});

describe('the reading of a chart', () => {
  it('refuses what it has no notation for, instead of showing something else', () => {
    expect(reading({ type: 'parallel', states: { a: {} } })).to.throw('parallel');
    expect(reading({ initial: 'a', states: { a: { on: { x: { target: 'a', reenter: true } } } } })).to.throw(
      're-entered',
    );
    expect(reading({ initial: 'a', states: { a: { on: { x: '#m.a' } } } })).to.throw('re-entered');
    expect(reading({ on: { x: { target: ['.a', '.b'] } }, initial: 'a', states: { a: {}, b: {} } })).to.throw(
      'several targets',
    );
    expect(reading({ on: { x: { guard: () => true } } })).to.throw('by name');
  });
});

function reading(config: object): () => unknown {
  return () => readChart(createMachine({ id: 'm', ...config }).root);
}

function statesBelow(state: AnyStateNode): AnyStateNode[] {
  return [state, ...Object.values(state.states).flatMap(statesBelow)];
}
