/** What a run tells of itself: every arrow of its statechart that it takes, with the reason in plain words. */

import { expect } from 'chai';

import { AT, heldRun } from '../../support/held-run.ts';
import { rowsOf } from '../../support/rows.ts';
import { endOfHappening, happenings } from '../../support/run-happenings.ts';
import { routes } from '../../support/run-routes.ts';
import { toldWhys } from '../../support/told-whys.ts';

describe('what a run tells of its transitions', () => {
  for (const { what, why, reach } of toldWhys) {
    it(`has words for ${what}: "${why}"`, async () => {
      const run = await reach();
      expect(run.taken.map((taken) => taken.why)).to.include(why);
    });
  }

  it('tells each of them once, in order, from where to where and by which event', async () => {
    const run = heldRun(rowsOf('PENDING', ['PENDING']));
    expect(await run.finish()).to.equal('succeeded');
    expect(run.taken.map(({ from, to, event, guard }) => [from, to, event, guard].join(' | '))).to.deep.equal([
      'claiming | loading | xstate.done.actor.claim | isClaimGranted',
      'loading | accepting | xstate.done.actor.load | ',
      'accepting | executing.choosing | xstate.done.actor.accept | ',
      'executing.choosing | executing.starting.checking |  | ',
      'executing.starting.checking | executing.starting.sending |  | ',
      'executing.starting.sending | executing.choosing | xstate.done.actor.start | isStored',
      'executing.choosing | executing.running.stepping |  | isStepRunning',
      'executing.running.stepping | executing.recording.checking | xstate.done.actor.script | isExitSuccess',
      'executing.recording.checking | executing.recording.sending |  | ',
      'executing.recording.sending | executing.choosing | xstate.done.actor.record | isStored',
      'executing.choosing | succeeded |  | isTaskSuccess',
    ]);
    expect(run.taken.at(7)).to.include({ source: 'executing.running' });
  });

  it('says of each what was stored by it', async () => {
    const run = heldRun(rowsOf('RUNNING', ['SUCCESS', 'RUNNING', 'PENDING']));
    await run.finish();
    const stored = run.taken.flatMap((taken) => (taken.stored ? [taken.stored] : []));
    expect(stored).to.deep.equal([
      { task: null, steps: [] },
      { task: null, steps: [{ stepNo: 2, status: 'FAILED' }] },
      { task: null, steps: [{ stepNo: 2, status: 'RUNNING' }] },
      {
        task: null,
        steps: [
          { stepNo: 2, status: 'SUCCESS' },
          { stepNo: 3, status: 'RUNNING' },
        ],
      },
      { task: 'SUCCESS', steps: [{ stepNo: 3, status: 'SUCCESS' }] },
    ]);
  });

  it('keeps to itself what a script is and what it wrote', async () => {
    const run = heldRun(rowsOf('PENDING', ['PENDING', 'PENDING']));
    await run.pass('claimTask');
    await run.pass('loadTask');
    await run.pass('storeOverClaim');
    await run.pass('storeOverClaim');
    const lastLine = 'a secret that it wrote';
    await run.pass('runScript', { kind: 'exited', exitCode: 1, at: AT, lastLine, warning: null });
    await run.finish();
    expect(JSON.stringify(run.taken)).not.to.match(/a secret that it wrote|"script"/);
  });

  for (const [leaf, route] of Object.entries(routes)) {
    it(`has words for whatever happens when it is ${leaf}`, async () => {
      for (const happening of Object.values(happenings)) {
        const run = await route();
        await endOfHappening(run, happening);
        for (const { why } of run.taken) {
          expect(why).to.match(/^\S.*\S$/);
          expect(why).not.to.match(/undefined|null|object|\?|xstate|something did not work/);
        }
      }
    });
  }
});
