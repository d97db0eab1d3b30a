/** Launchers side by side: when the second one begins, and that each is alone in its death. */

import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import process from 'node:process';

import { LauncherDied } from '../../src/scripts/launcher/launcher-errors.ts';
import type { LaunchedProcess } from '../../src/scripts/launcher/track-requests.ts';
import { type Launcher, startLauncher } from '../../src/scripts/start-launcher.ts';
import { eventually } from '../support/eventually.ts';
import { livingProcesses } from '../support/living-processes.ts';
import { rejectionOf } from '../support/rejection-of.ts';

const MARKER = 'LANES=test';
const SLEEP = {
  command: '/bin/sleep',
  args: ['60'],
  dir: '/',
  environment: { LANES: 'test' },
  log: null,
  attemptId: null,
};

/** More than one lane is given without another one beginning. */
const MANY = 24;

describe('the lanes of launchers', () => {
  let launcher: Launcher;
  let deaths: string[];

  function open(mostLanes: number): void {
    launcher = startLauncher({ environment: {}, killGraceMs: 100 }, mostLanes);
    deaths = [];
    launcher.onDeath((reason) => void deaths.push(reason));
  }

  afterEach(async () => {
    await launcher.close();
    expect(livingProcesses(MARKER)).to.deep.equal([]);
  });

  function startMany(): Promise<LaunchedProcess[]> {
    return Promise.all(Array.from({ length: MANY }, () => launcher.start(SLEEP)));
  }

  /** Starts many at once, until so many lanes had a share of them. */
  async function startInLanes(lanes: number): Promise<Map<number, LaunchedProcess[]>> {
    const started: LaunchedProcess[] = [];
    return eventually(`${lanes} lanes to begin`, async () => {
      started.push(...(await startMany()));
      const byLane = Map.groupBy(started, parentOf);
      return byLane.size === lanes && byLane;
    });
  }

  it('begin when many are to be started at once', async () => {
    open(3);
    expect([...(await startInLanes(3)).values()].flat().length).to.be.at.least(MANY);
  });

  it('are one where nothing waits', async () => {
    open(3);
    const parents: number[] = [];
    for (let n = 1; n <= 5; n += 1) parents.push(parentOf(await launcher.start(SLEEP)));
    expect(new Set(parents).size).to.equal(1);
  });

  it('are never more than allowed', async () => {
    open(1);
    const started = [...(await startMany()), ...(await startMany())];
    expect(new Set(started.map(parentOf)).size).to.equal(1);
  });

  it('die alone: the others keep what they run, and take what comes', async () => {
    open(2);
    const [[lane, its] = NONE, [, others] = NONE] = [...(await startInLanes(2))];
    process.kill(lane, 'SIGKILL');
    for (const { ended } of its) expect(await rejectionOf(ended)).to.be.instanceOf(LauncherDied);
    expect(deaths).to.have.length(1);
    for (const { pid } of its) process.kill(pid, 'SIGKILL');
    const [other] = others.map(parentOf);
    expect(parentOf(await launcher.start(SLEEP))).to.equal(other);
    for (const { pid } of others) expect(() => process.kill(pid, 0)).to.not.throw();
    expect((await startInLanes(2)).has(lane)).to.equal(false);
  });
});

const NONE: readonly [lane: number, started: readonly LaunchedProcess[]] = [0, []];

function parentOf({ pid }: LaunchedProcess): number {
  const [, parent] = /^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
  return Number(parent);
}
