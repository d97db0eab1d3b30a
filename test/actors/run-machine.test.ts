import { expect } from 'chai';
import type { AnyStateNode } from 'xstate';

import { runMachine } from '../../src/actors/run-machine.ts';
import { endOfHappening, type HappeningName, happenings } from '../support/run-happenings.ts';
import { routes } from '../support/run-routes.ts';
import { walkRun } from '../support/run-walk.ts';
import { expectedEnds } from './run-table.ts';

describe('the statechart of a run', () => {
  it('has a route into every leaf state, and each leads there', async () => {
    expect(Object.keys(routes).toSorted()).to.deep.equal(leaves(runMachine.root).toSorted());
    expect(Object.keys(expectedEnds).toSorted()).to.deep.equal(Object.keys(routes).toSorted());
    for (const [leaf, route] of Object.entries(routes)) expect((await route()).leaf()).to.equal(leaf);
  });

  it('says in one sentence what each state is for', () => {
    const silent = nodes(runMachine.root).filter(({ description }) => !description?.endsWith('.'));
    expect(silent.map(({ id }) => id)).to.deep.equal([]);
  });

  it('takes every one of its transitions in a walk through all states and events, and never breaks', () => {
    const { states, broken, untaken } = walkRun();
    expect(states).to.be.greaterThan(200);
    expect(broken).to.deep.equal([]);
    expect(untaken).to.deep.equal([]);
  });

  for (const [leaf, ends] of Object.entries(expectedEnds)) {
    describe(`when it is ${leaf}`, () => {
      for (const [name, expected] of Object.entries(ends)) {
        it(`ends as "${expected}" after ${name}`, async () => {
          const route = routes[leaf];
          if (!route) throw new Error(`there is no route into ${leaf}`);
          expect(await endOfHappening(await route(), happenings[name as HappeningName])).to.equal(expected);
        });
      }
    });
  }
});

function nodes(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodes)];
}

/** The leaf states in which a run can rest: not final, and not left at once by an unguarded transition. */
function leaves(root: AnyStateNode): string[] {
  const atomic = nodes(root).filter(({ type }) => type === 'atomic');
  const resting = atomic.filter(({ always = [] }) => always.every(({ guard }) => guard !== undefined));
  return resting.map(({ path }) => path.join('.'));
}
