/** A run looked at from its end: its journal read, its moves joined, and the task as it was after some of them. */

import { expect } from 'chai';

import type { Step, Task } from '../../visualizer/src/api/answers.ts';
import { joinMoves } from '../../visualizer/src/history/join-moves.ts';
import type { Move } from '../../visualizer/src/history/move.ts';
import { movesNear } from '../../visualizer/src/history/moves-near.ts';
import { readJournal } from '../../visualizer/src/history/read-journal.ts';
import { replay } from '../../visualizer/src/history/replay.ts';

const RUN = 'run-1';
const MOVES = moves();
const BEGIN = { run: RUN, startedAt: at(0), by: 'ann', firstStep: 2 };

/** A task of three steps: the first was done before, the second is run again, the third fails. */
const NOW = {
  task: {
    taskId: 't',
    name: 'T',
    status: 'FAILED',
    active: false,
    owner: null,
    totalSteps: 3,
    successSteps: 2,
    message: 'step 3 failed',
    createdAt: at(-10),
    updatedAt: at(4),
    startedAt: at(-9),
    finishedAt: at(4),
  } satisfies Task,
  steps: [step(1, 'SUCCESS', 1, [-9, -8]), step(2, 'SUCCESS', 2, [1, 3]), step(3, 'FAILED', 1, [3, 4])],
};

describe('the journal of a run', () => {
  it('is read line by line, up to a line that was cut', () => {
    const lines = [
      { type: 'begin', ...BEGIN },
      { type: 'transition', ...MOVES[0] },
      { type: 'end', at: at(9), end: 'failed', why: null },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const whole = readJournal(text);
    expect([whole.run, whole.begin?.by, whole.moves.length, whole.end]).to.deep.equal([RUN, 'ann', 1, 'failed']);
    const cut = readJournal(text.slice(0, -20));
    expect([cut.run, cut.moves.length, cut.end]).to.deep.equal([RUN, 1, null]);
    expect(readJournal('')).to.deep.equal({ run: null, begin: null, moves: [], end: null });
  });

  it('goes on with what was heard, without telling anything twice', () => {
    expect(joinMoves(MOVES.slice(0, 3), MOVES.slice(2))).to.deep.equal(MOVES);
    expect(joinMoves(MOVES.slice(0, 2), MOVES.slice(2))).to.deep.equal(MOVES);
    expect(joinMoves(MOVES, [])).to.equal(MOVES);
    expect(joinMoves([], MOVES)).to.deep.equal(MOVES);
  });
});

describe('a run of the past', () => {
  const run = { run: RUN, begin: BEGIN, moves: MOVES, end: 'failed' };

  it('has its steps as they were after each move', () => {
    expect(MOVES.map((_, index) => statusesAfter(index + 1))).to.deep.equal([
      ['RUNNING', 'SUCCESS', 'FAILED', 'PENDING'],
      ['RUNNING', 'SUCCESS', 'RUNNING', 'PENDING'],
      ['RUNNING', 'SUCCESS', 'RUNNING', 'PENDING'],
      ['RUNNING', 'SUCCESS', 'SUCCESS', 'RUNNING'],
      ['FAILED', 'SUCCESS', 'SUCCESS', 'FAILED'],
    ]);
  });

  it('tells the message and the end of the task only once it had come to them', () => {
    expect(replay(NOW, run, 4).task).to.include({ message: null, finishedAt: null, active: true, successSteps: 2 });
    expect(replay(NOW, run, 5).task).to.include({ message: 'step 3 failed', finishedAt: at(4), active: false });
  });

  it('has the times of its steps by the moves that stored them', () => {
    const { steps } = replay(NOW, run, 4);
    expect(steps.map(({ startedAt, finishedAt }) => [startedAt, finishedAt])).to.deep.equal([
      [at(-9), at(-8)],
      [at(1), at(3)],
      [at(3), null],
    ]);
  });

  it('is listed near to the moment that is shown, however long it is', () => {
    const many = Array.from({ length: 5000 }, (_, index) => move(index, null));
    const near = movesNear(many, 2500, true);
    expect([near[0]?.number, near.at(-1)?.number]).to.deep.equal([2381, 2620]);
    expect(movesNear(MOVES, 5, true)).to.have.length(5);
  });

  function statusesAfter(count: number): readonly (string | null)[] {
    const { task, steps } = replay(NOW, run, count);
    return [task.status, ...steps.map(({ status }) => status)];
  }
});

function step(stepNo: number, status: string, attempts: number, [from = 0, to = 0]: readonly number[]): Step {
  const ended = { message: null, exitCode: 0, startedAt: at(from), finishedAt: at(to) };
  return { stepNo, name: `step ${stepNo}`, script: 'true', status, attempts, ...ended };
}

/** Those of the run: what each stored. */
function moves(): readonly Move[] {
  return [
    move(0, { task: 'RUNNING', steps: [] }),
    move(1, { task: null, steps: [{ stepNo: 2, status: 'RUNNING' }] }),
    move(2, null),
    move(3, {
      task: null,
      steps: [
        { stepNo: 2, status: 'SUCCESS' },
        { stepNo: 3, status: 'RUNNING' },
      ],
    }),
    move(4, { task: 'FAILED', steps: [{ stepNo: 3, status: 'FAILED' }] }),
  ];
}

function move(second: number, stored: Move['stored']): Move {
  return { at: at(second), from: 'a', to: 'b', source: 'a', event: 'e', guard: null, why: `move ${second}`, stored };
}

function at(second: number): string {
  return new Date(Date.UTC(2026, 2, 10, 8, 0, second)).toISOString();
}
