/** What a terminal shows of a run at a moment. */

import { expect } from 'chai';
import pc from 'picocolors';

import type { Step, Task } from '../../../cli/api/answers.ts';
import { widthOf } from '../../../cli/text/fit.ts';
import { frameLines } from '../../../cli/watch/frame.ts';
import { beginWatched, hear, type Watched } from '../../../cli/watch/watched.ts';

const STARTED = '2026-01-01T00:00:00.000Z';
const NOW = Date.parse(STARTED) + 12_300;

const task = (facts: Partial<Task>): Task => ({
  taskId: 'shop',
  name: 'Set up the shop',
  status: 'RUNNING',
  active: true,
  owner: null,
  totalSteps: 3,
  successSteps: 1,
  message: null,
  createdAt: STARTED,
  updatedAt: STARTED,
  startedAt: STARTED,
  finishedAt: null,
  ...facts,
});

const step = (stepNo: number, status: string, facts: Partial<Step> = {}): Step => ({
  stepNo,
  name: `Step ${stepNo}`,
  script: 'true',
  status,
  message: null,
  exitCode: null,
  startedAt: status === 'PENDING' ? null : STARTED,
  finishedAt: status === 'SUCCESS' || status === 'FAILED' ? '2026-01-01T00:00:01.250Z' : null,
  attempts: status === 'PENDING' ? 0 : 1,
  ...facts,
});

function watchedOf(steps: readonly Step[], facts: Partial<Task> = {}, before: readonly Step[] = []): Watched {
  const watched = beginWatched(before);
  const run = { run: 'r', startedAt: STARTED, firstStep: 1 };
  hear(watched, { name: 'snapshot', data: { run, task: task({ totalSteps: steps.length, ...facts }), steps } });
  return watched;
}

const OPTIONS = { columns: 60, rows: 24, colors: pc.createColors(false), frame: 0, trouble: null, nowMs: NOW } as const;

const show = (watched: Watched, options: Partial<Parameters<typeof frameLines>[1]> = {}) =>
  frameLines(watched, { ...OPTIONS, ...options });

describe('the picture of a run on a terminal', () => {
  it('is empty as long as nothing is known', () => {
    expect(show(beginWatched(null))).to.deep.equal([]);
  });

  it('has what the task is, and each step with its time', () => {
    const steps = [step(1, 'SUCCESS'), step(2, 'RUNNING', { attempts: 2 }), step(3, 'PENDING')];
    expect(show(watchedOf(steps))).to.deep.equal([
      '⠋ RUNNING  shop  1/3  12.3 s  Set up the shop',
      '  ✓ 1. Step 1  1.25 s',
      '  ⠋ 2. Step 2  12.3 s  attempt 2',
      '  · 3. Step 3',
    ]);
  });

  it('tells of steps that were done before this run that they are skipped', () => {
    const before = [step(1, 'SUCCESS'), step(2, 'FAILED'), step(3, 'PENDING')];
    const steps = [step(1, 'SUCCESS'), step(2, 'SUCCESS', { attempts: 2 }), step(3, 'RUNNING')];
    expect(show(watchedOf(steps, {}, before)).slice(1)).to.deep.equal([
      '  ↷ 1. Step 1  done before',
      '  ✓ 2. Step 2  1.25 s  attempt 2',
      '  ⠋ 3. Step 3  12.3 s',
    ]);
  });

  it('does not take a failure of the run before for one of this run', () => {
    const steps = [step(1, 'SUCCESS'), step(2, 'FAILED')];
    expect(show(watchedOf(steps))[2]).to.equal('  · 2. Step 2  failed before');
    expect(show(watchedOf(steps, { status: 'FAILED', active: false }), { frame: null })[2]).to.equal(
      '  ✗ 2. Step 2  1.25 s',
    );
  });

  it('of a run that nobody has says so', () => {
    expect(show(watchedOf([step(1, 'RUNNING')], { active: false }))[0]).to.match(/^▸ RUNNING \(interrupted\) {2}shop/);
  });

  it('turns as long as the run goes on, and stands still at its end', () => {
    const watched = watchedOf([step(1, 'RUNNING')]);
    expect(show(watched, { frame: 1 })[1]).not.to.equal(show(watched, { frame: 2 })[1]);
    expect(show(watched, { frame: null }).join()).not.to.match(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
  });

  it('says what there is to say of the connection', () => {
    expect(show(watchedOf([step(1, 'RUNNING')]), { trouble: 'trying again: refused' }).at(-1)).to.equal(
      '  trying again: refused',
    );
  });

  it('is not put off by a clock of the service that is wrong', () => {
    const watched = watchedOf([step(1, 'PENDING')]);
    const startedAt = new Date(Date.now() - 3_600_000).toISOString();
    hear(watched, { name: 'step', data: { step: step(1, 'RUNNING', { startedAt }) } });
    expect(show(watched, { nowMs: Date.now() })[1]).to.match(/ 0\.\d\d s$/);
  });

  const many = Array.from({ length: 10_000 }, (_, index) =>
    step(index + 1, index < 5000 ? 'SUCCESS' : index === 5000 ? 'RUNNING' : 'PENDING'),
  );

  it('of ten thousand steps has those around the one that runs', () => {
    const lines = show(watchedOf(many), { rows: 12 });
    expect(lines).to.have.length(10);
    expect(lines[1]).to.equal('  … 4997 steps before');
    expect(lines.join('\n')).to.include('⠋  5001. Step 5001');
    expect(lines.at(-1)).to.equal('  … 4996 steps after');
  });

  it('begins at the first step and ends with the last one', () => {
    const first = many.map((one) => ({ ...one, status: one.stepNo === 1 ? 'RUNNING' : 'PENDING' }));
    expect(show(watchedOf(first), { rows: 12 })[1]).to.include('    1. Step 1');
    const done = many.map((one) => ({ ...one, status: 'SUCCESS' }));
    expect(show(watchedOf(done, { status: 'SUCCESS', active: false }), { rows: 12 }).at(-1)).to.include(
      '10000. Step 10000',
    );
  });

  it('never has more lines than the terminal, nor wider ones, whatever its size', () => {
    const wide = many
      .slice(4990, 5020)
      .map((one) => Object.assign({}, one, { name: `设置商店的数据库 ${one.name} 👩‍👩‍👧`, attempts: 3 }));
    const watched = watchedOf(wide, { name: '很长的名字'.repeat(20) });
    for (const rows of [6, 7, 10, 24, 80]) {
      for (const columns of [20, 33, 40, 80, 200]) {
        const lines = show(watched, { rows, columns, trouble: 'x'.repeat(300) });
        expect(lines.length, `${columns}×${rows}`).to.be.below(rows);
        for (const line of lines) expect(widthOf(line), `${columns}×${rows}: ${line}`).to.be.below(columns);
      }
    }
  });

  it('shows names that would do something to the terminal as what they are', () => {
    const watched = watchedOf([step(1, 'RUNNING', { name: 'a\u001B[2Jb\n' })], { name: 'c\u202Ed' });
    const lines = show(watched);
    expect(lines[0]).to.include('c<U+202E>d');
    expect(lines[1]).to.include('a␛[2Jb␊');
  });

  it('has the colours of the statuses', () => {
    const lines = show(watchedOf([step(1, 'SUCCESS'), step(2, 'RUNNING')]), { colors: pc.createColors(true) });
    expect(lines[1]).to.equal('  \u001B[32m✓\u001B[39m 1. Step 1  1.25 s');
    expect(lines[2]).to.include('\u001B[33m⠋\u001B[39m');
  });
});
