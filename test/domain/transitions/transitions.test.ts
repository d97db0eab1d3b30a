import { expect } from 'chai';

import { nextStep } from '../../../src/domain/choices.ts';
import { parseLogPath } from '../../../src/domain/log-path.ts';
import type { Step, TaskRows } from '../../../src/domain/rows.ts';
import type { Status } from '../../../src/domain/status.ts';
import type { Stop } from '../../../src/domain/stop.ts';
import { acceptRun } from '../../../src/domain/transitions/accept-run.ts';
import { endRun } from '../../../src/domain/transitions/end-run.ts';
import { recordOutcome } from '../../../src/domain/transitions/record-outcome.ts';
import { resetResidue } from '../../../src/domain/transitions/reset-residue.ts';
import { resolveStep } from '../../../src/domain/transitions/resolve-step.ts';
import { settleResidue } from '../../../src/domain/transitions/settle-residue.ts';
import { settleTask } from '../../../src/domain/transitions/settle-task.ts';
import { startStep } from '../../../src/domain/transitions/start-step.ts';
import { applyUnit, type Unit } from '../../../src/domain/unit.ts';
import { rowsOf } from '../../support/rows.ts';

const AT = '2026-03-10T09:00:00.000Z';
const ORIGIN = { place: 'cccccccc', seed: 'ab'.repeat(16) };
const cancel: Stop = { cause: 'cancel', by: 'ann', at: AT };
const shutdown: Stop = { cause: 'shutdown', at: AT };

/** "R SRP": the first letters of the statuses once the unit is stored. */
function letters(rows: TaskRows, unit: Unit): string {
  const { task, steps } = applyUnit(rows, unit);
  return `${task.status.slice(0, 1)} ${steps.map(({ status }) => status.slice(0, 1)).join('')}`;
}

function stepAt({ steps }: TaskRows, stepNo: number): Step {
  const step = steps.find((one) => one.stepNo === stepNo);
  if (!step) throw new Error(`there is no step ${stepNo}`);
  return step;
}

const RESOLUTION = { by: 'ann', reason: 'why' };

function resolved(task: Status, steps: readonly Status[], stepNo: number, status: 'SUCCESS' | 'FAILED'): string {
  const rows = rowsOf(task, steps);
  return letters(rows, resolveStep(rows, stepAt(rows, stepNo), { ...RESOLUTION, stepNo, status }, AT));
}

function messageAfter(stepNo: number, rows: TaskRows): string | null | undefined {
  return resolveStep(rows, stepAt(rows, stepNo), { ...RESOLUTION, stepNo, status: 'SUCCESS' }, AT).task?.to.message;
}

describe('the transitions of a task', () => {
  it('accept makes it RUNNING, clears its end and keeps its first start', () => {
    const rows = rowsOf('FAILED', ['SUCCESS', 'FAILED']);
    const before = { ...rows, task: { ...rows.task, startedAt: '2026-01-01T00:00:00.000Z', message: 'step 2 failed' } };
    const after = applyUnit(before, acceptRun(before, AT)).task;
    const kept = { startedAt: '2026-01-01T00:00:00.000Z', finishedAt: null, updatedAt: AT };
    expect(after).to.include({ status: 'RUNNING', message: null, ...kept });
    expect(applyUnit(rows, acceptRun(rows, AT)).task.startedAt).to.equal(AT);
  });

  it('settle makes it SUCCESS and touches no step', () => {
    const rows = rowsOf('PENDING', ['SUCCESS', 'SUCCESS']);
    expect(settleTask(rows, AT).steps).to.deep.equal([]);
    expect(letters(rows, settleTask(rows, AT))).to.equal('S SS');
  });

  it('the reset of residue makes every RUNNING step FAILED without exit code, fenced by its token', () => {
    const rows = rowsOf('RUNNING', ['RUNNING', 'SUCCESS', 'RUNNING']);
    const found = { 3: { endedProcesses: 2, recordedEnd: 'the script itself had ended with exit code 0' } };
    const unit = resetResidue(rows, found, AT);
    expect(letters(rows, unit)).to.equal('R FSF');
    expect(unit.steps.map(({ from }) => from.logPath)).to.deep.equal([rows.steps[0]?.logPath, rows.steps[2]?.logPath]);
    expect(unit.steps.map(({ to }) => to.message)).to.deep.equal([
      'interrupted: the service ended while this step was running',
      'interrupted: the service ended while this step was running; the script itself had ended with exit code 0; 2 of its processes were still alive and were ended',
    ]);
    expect(unit.steps.map(({ to }) => to.exitCode)).to.deep.equal([null, null]);
  });

  it('the settlement of residue ends the task with it, also where no step was RUNNING', () => {
    const unit = settleResidue(rowsOf('RUNNING', ['SUCCESS', 'RUNNING', 'PENDING']), {}, AT);
    expect(letters(rowsOf('RUNNING', ['SUCCESS', 'RUNNING', 'PENDING']), unit)).to.equal('F SFP');
    expect(unit.task?.to).to.include({ message: 'settled as interrupted after step 1 of 3', finishedAt: AT });
    const between = rowsOf('RUNNING', ['PENDING']);
    expect(letters(between, settleResidue(between, {}, AT))).to.equal('F P');
    const odd = rowsOf('SUCCESS', ['SUCCESS', 'RUNNING']);
    expect(settleResidue(odd, {}, AT).task?.from).to.equal('SUCCESS');
    expect(letters(odd, settleResidue(odd, {}, AT))).to.equal('F SF');
  });

  it('a step that is resolved takes its task with it', () => {
    expect(resolved('FAILED', ['SUCCESS', 'FAILED'], 2, 'SUCCESS')).to.equal('S SS');
    expect(resolved('FAILED', ['SUCCESS', 'FAILED', 'PENDING'], 2, 'SUCCESS')).to.equal('F SSP');
    expect(resolved('SUCCESS', ['SUCCESS', 'SUCCESS'], 1, 'FAILED')).to.equal('F FS');
    expect(resolved('SUCCESS', ['SUCCESS', 'SUCCESS'], 1, 'SUCCESS')).to.equal('S SS');
    expect(resolved('PENDING', ['PENDING', 'PENDING'], 2, 'SUCCESS')).to.equal('P PS');
    expect(resolved('PENDING', ['PENDING', 'PENDING'], 2, 'FAILED')).to.equal('P PF');
    expect(resolved('PENDING', ['PENDING'], 1, 'SUCCESS')).to.equal('S S');
    expect(resolved('FAILED', ['FAILED', 'PENDING'], 2, 'FAILED')).to.equal('F FF');
  });

  it('a step that is resolved keeps the code of its script only with its status, and says who and why', () => {
    const rows = rowsOf('FAILED', ['SUCCESS', 'FAILED', 'PENDING']);
    const failed = { ...stepAt(rows, 2), exitCode: 3 };
    const by = { stepNo: 2, by: 'ann', reason: 'done by hand' };
    const [success] = resolveStep(rows, failed, { ...by, status: 'SUCCESS' }, AT).steps;
    expect(success?.to).to.deep.equal({
      status: 'SUCCESS',
      message: 'resolved as SUCCESS by ann: done by hand',
      logPath: failed.logPath,
      exitCode: null,
      startedAt: failed.startedAt,
      finishedAt: AT,
    });
    const [again] = resolveStep(rows, failed, { ...by, status: 'FAILED' }, AT).steps;
    expect(again?.to).to.include({ exitCode: 3, finishedAt: failed.finishedAt });
    const [never] = resolveStep(rows, stepAt(rows, 3), { ...by, stepNo: 3, status: 'SUCCESS' }, AT).steps;
    expect(never?.to).to.include({ exitCode: null, startedAt: null, finishedAt: AT, logPath: null });
  });

  it('a task says what was resolved, unless another step of it has failed', () => {
    const rows = rowsOf('FAILED', ['FAILED', 'FAILED', 'PENDING']);
    const told = { ...rows, task: { ...rows.task, message: 'step 1 of 3 (step-1): exit code 1' } };
    expect(messageAfter(2, told)).to.equal('step 1 of 3 (step-1): exit code 1');
    const alone = rowsOf('FAILED', ['FAILED', 'PENDING']);
    expect(messageAfter(1, alone)).to.equal('step 1 of 2 (step-1): resolved as SUCCESS by ann: why');
    expect(messageAfter(1, rowsOf('PENDING', ['PENDING', 'PENDING']))).to.equal(null);
  });

  it('no end is before its start, even where a clock was set back or another host is ahead', () => {
    const later = '2026-03-10T10:00:00.000Z';
    const begunLater = <Row extends object>(row: Row) => ({ ...row, startedAt: later });
    const { task, steps } = rowsOf('RUNNING', ['SUCCESS', 'RUNNING']);
    const ahead: TaskRows = { task: begunLater(task), steps: steps.map(begunLater) };
    const step = ahead.steps[1];
    if (!step) throw new Error('there are two steps');
    const outcome = { status: 'FAILED', exitCode: 1, message: 'no' } as const;
    const units = [
      recordOutcome(ahead, { step, outcome, at: AT }, null, ORIGIN),
      endRun(ahead, cancel),
      resetResidue(ahead, {}, AT),
      settleTask(ahead, AT),
    ];
    const ends = units.flatMap((unit) => [unit.task, ...unit.steps].map((change) => change?.to.finishedAt ?? later));
    expect(new Set(ends)).to.deep.equal(new Set([later]));
    expect(units.map(({ at }) => at)).to.deep.equal([AT, AT, AT, AT]);
  });

  it('the start of a step gives it a new token and the next attempt, and clears what the last one left', () => {
    const rows = rowsOf('RUNNING', ['SUCCESS', 'FAILED']);
    const step = nextStep(rows);
    if (!step) throw new Error('there is a step to start');
    const unit = startStep(rows, step, ORIGIN, AT);
    expect(letters(rows, unit)).to.equal('R SR');
    const to = unit.steps[0]?.to;
    expect(to).to.include({ message: null, exitCode: null, startedAt: AT, finishedAt: null });
    expect(parseLogPath(to?.logPath ?? null)).to.include({ attempt: 2, place: 'cccccccc' });
    const other = startStep(rows, step, { ...ORIGIN, seed: 'cd'.repeat(16) }, AT);
    expect(other.steps[0]?.to.logPath).not.to.equal(to?.logPath);
  });

  const success = { status: 'SUCCESS', exitCode: 0, message: null } as const;
  const failure = { status: 'FAILED', exitCode: 3, message: 'exit code 3' } as const;
  const table: readonly [string, TaskRows, typeof success | typeof failure, Stop | null, string, string | null][] = [
    ['SUCCESS starts the next step', rowsOf('RUNNING', ['RUNNING', 'PENDING']), success, null, 'R SR', null],
    [
      'SUCCESS passes over a later SUCCESS',
      rowsOf('RUNNING', ['RUNNING', 'SUCCESS', 'PENDING']),
      success,
      null,
      'R SSR',
      null,
    ],
    ['the last SUCCESS ends the task', rowsOf('RUNNING', ['SUCCESS', 'RUNNING']), success, null, 'S SS', null],
    ['SUCCESS before a SUCCESS ends the task', rowsOf('RUNNING', ['RUNNING', 'SUCCESS']), success, null, 'S SS', null],
    [
      'FAILED ends the task, the rest stays',
      rowsOf('RUNNING', ['RUNNING', 'PENDING']),
      failure,
      null,
      'F FP',
      'step 1 of 2 (step-1): exit code 3',
    ],
    [
      'SUCCESS after a stop starts nothing',
      rowsOf('RUNNING', ['RUNNING', 'PENDING']),
      success,
      shutdown,
      'F SP',
      'stopped by shutdown after step 1 of 2',
    ],
    [
      'the last SUCCESS stays one after a stop',
      rowsOf('RUNNING', ['SUCCESS', 'RUNNING']),
      success,
      cancel,
      'S SS',
      null,
    ],
  ];
  for (const [title, rows, outcome, stop, expected, message] of table) {
    it(`the end of a step: ${title}`, () => {
      const step = rows.steps.find(({ status }) => status === 'RUNNING');
      if (!step) throw new Error('there is a running step');
      const unit = recordOutcome(rows, { step, outcome, at: AT }, stop, ORIGIN);
      expect(letters(rows, unit)).to.equal(expected);
      expect(unit.steps[0]?.from).to.deep.equal({ status: 'RUNNING', logPath: step.logPath });
      expect(unit.task?.to.message ?? null).to.equal(message);
    });
  }

  it('a stop between two steps says after which one, also where numbers have gaps', () => {
    const rows = rowsOf('RUNNING', ['SUCCESS', 'PENDING']);
    expect(endRun(rows, cancel).task?.to.message).to.equal('cancelled by ann after step 1 of 2');
    const steps = rows.steps.map((step) => Object.assign({}, step, { stepNo: step.stepNo * 10 }));
    const gaps = { ...rows, steps };
    expect(endRun(gaps, cancel).task?.to.message).to.equal('cancelled by ann after step 10 (1 of 2)');
    expect(endRun(rowsOf('RUNNING', ['PENDING']), cancel).task?.to.message).to.equal(
      'cancelled by ann before step 1 of 1',
    );
  });

  it('a stop that finds a step RUNNING whose script was not started makes it FAILED, never PENDING again', () => {
    const rows = rowsOf('RUNNING', ['SUCCESS', 'RUNNING', 'PENDING']);
    const unit = endRun(rows, shutdown);
    expect(letters(rows, unit)).to.equal('F SFP');
    expect(unit.steps[0]?.to).to.include({
      exitCode: null,
      message: 'stopped by shutdown: stopped before its script was started',
    });
  });
});
