/** What the service says, in Chinese: whatever a run can tell has a translation, whole and with its values. */

import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { heldElsewhere } from '../../src/actors/run-refusals.ts';
import { checkRows } from '../../src/domain/check-rows.ts';
import { stepNotFound } from '../../src/domain/find-step.ts';
import { type Exit, outcomeOf, type Termination } from '../../src/domain/outcome.ts';
import type { TaskRows } from '../../src/domain/rows.ts';
import { planRun } from '../../src/domain/plan.ts';
import type { Stop } from '../../src/domain/stop.ts';
import { acceptRun } from '../../src/domain/transitions/accept-run.ts';
import { endRun } from '../../src/domain/transitions/end-run.ts';
import { recordOutcome } from '../../src/domain/transitions/record-outcome.ts';
import { type Interruption, resetResidue } from '../../src/domain/transitions/reset-residue.ts';
import { resolveStep } from '../../src/domain/transitions/resolve-step.ts';
import type { Unit } from '../../src/domain/unit.ts';
import { inChinese, SENTENCES } from '../../visualizer/src/words/sentences/in-chinese.ts';
import { START_SENTENCES } from '../../visualizer/src/words/sentences/start-sentences.ts';
import { AT } from '../support/held-run.ts';
import { rowsOf } from '../support/rows.ts';
import { endOfHappening, happenings } from '../support/run-happenings.ts';
import { routes } from '../support/run-routes.ts';
import { toldWhys } from '../support/told-whys.ts';

const SOURCES = join(import.meta.dirname, '../../src/scripts');

describe('what the service says, in Chinese', () => {
  for (const { what, reach } of toldWhys) {
    it(`has words for ${what}`, async () => {
      const { taken } = await reach();
      for (const { why } of taken) expectWhole(why);
    });
  }

  for (const [leaf, route] of Object.entries(routes)) {
    it(`has words for whatever happens when a run is ${leaf}`, async () => {
      for (const happening of Object.values(happenings)) {
        const run = await route();
        await endOfHappening(run, happening);
        for (const { why } of run.taken) expectWhole(why);
      }
    });
  }

  it('has words for the messages of tasks and steps that failed', () => {
    for (const message of messages()) expectWhole(message);
  });

  it('has words for rows that cannot be run', () => {
    const { task, steps } = rowsOf('FAILED', ['FAILED', 'PENDING']);
    const [first, second] = steps;
    if (!first || !second) throw new Error('there are two steps');
    const odd = { ...first, status: 'ODD' };
    for (const rows of [
      { task, steps: [] },
      { task: { ...task, status: null }, steps },
      { task: { ...task, status: 'ODD' }, steps },
      { task, steps: [{ ...odd, status: null }] },
      { task, steps: [odd] },
      { task, steps: [{ ...first, stepNo: -1 }] },
      { task, steps: [first, first] },
    ]) {
      expect(() => checkRows(rows))
        .to.throw()
        .with.property('message')
        .that.satisfies(expectWhole);
    }
  });

  it('has words for what an execute would do, and why it would do nothing', () => {
    const plans = [
      planRun(rowsOf('RUNNING', ['SUCCESS', 'RUNNING', 'FAILED', 'PENDING']), null),
      planRun(rowsOf('SUCCESS', ['SUCCESS']), null),
      planRun(rowsOf('RUNNING', ['RUNNING']), heldElsewhere('t')),
      planRun({ ...rowsOf('PENDING', ['PENDING']), steps: [] }, null),
    ];
    for (const { reason, steps } of plans) {
      if (reason !== null) expectWhole(reason);
      for (const { why } of steps) expectWhole(why);
    }
  });

  it('has words for what somebody does to a step by hand', () => {
    const rows = rowsOf('SUCCESS', ['SUCCESS', 'SUCCESS']);
    const [first] = rows.steps;
    if (!first) throw new Error('there are two steps');
    const resolution = { stepNo: 1, status: 'FAILED', by: 'ann', reason: '空' } as const;
    const units = [resolveStep(rows, first, resolution, AT), acceptRun(rows, AT, { stepNo: 1, by: 'ann' })];
    for (const message of units.flatMap(messagesOf)) expectWhole(message);
    expectWhole('script mended by ann: 空');
    expectWhole(stepNotFound('t', 3).message);
  });

  it('knows the words of the scripts room as they are there', () => {
    const source = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
      .join('\n');
    const words = START_SENTENCES.flatMap(([english]) => english.split(/:? ?\{\w+\}/)).filter((part) =>
      /\w/.test(part),
    );
    expect(words.filter((part) => !source.includes(part))).to.deep.equal([]);
  });

  it('takes the same values as the English words', () => {
    for (const [english, chinese] of SENTENCES) expect(valuesOf(chinese), english).to.deep.equal(valuesOf(english));
  });

  for (const [english, chinese] of [
    ['stored: step 1 is SUCCESS, step 2 is RUNNING', '已保存：第 1 步成功，第 2 步执行中'],
    ['steps 1 to 3 skipped: already SUCCESS', '跳过第 1 至 3 步：已经成功'],
    ['cancelled by ann after step 2 of 5', '已被 ann 取消（在第 2 / 5 步之后）'],
    [
      'step 2 of 3 (A (b): c): exit code 1; last output: cat: no; last output: x',
      '第 2 / 3 步（A (b): c）：退出码 1；最后一行输出：cat: no; last output: x',
    ],
    ['step 1 could not be started: cannot open the log: ENOSPC', '第 1 步无法启动：无法打开日志：ENOSPC'],
    ['step 1 could not be started: words of the system', '第 1 步无法启动：words of the system'],
    ['what a newer service may say', null],
  ] as const) {
    it(`tells "${english}" as ${chinese === null ? 'it is' : `"${chinese}"`}`, () => {
      expect(inChinese(english)).to.equal(chinese);
    });
  }
});

/** No words of English are left in it, but for what a test planted. */
function expectWhole(sentence: string): boolean {
  if (sentence === 'planted') return true;
  const chinese = inChinese(sentence);
  expect(chinese, sentence).to.be.a('string');
  expect(chinese, sentence)
    .to.match(/\p{Script=Han}/u)
    .and.not.to.match(/[a-z]+ [a-z]+/);
  return true;
}

/** Of every way in which a task can fail. */
function messages(): readonly string[] {
  const running = rowsOf('RUNNING', ['SUCCESS', 'RUNNING', 'PENDING']);
  const gaps = {
    ...running,
    steps: running.steps.map((step) => Object.assign({}, step, { stepNo: step.stepNo * 10 })),
  };
  const between = rowsOf('RUNNING', ['SUCCESS', 'FAILED']);
  const first = rowsOf('RUNNING', ['PENDING']);
  const units = [
    ...[running, gaps, between, first].flatMap((rows) => stops.map((stop) => endRun(rows, stop))),
    ...[running, gaps].flatMap((rows) => ends.map((end) => recordEnd(rows, end))),
    ...remains.map((interruption) => resetResidue(running, { 2: interruption }, AT)),
  ];
  return units.flatMap(messagesOf);
}

function recordEnd(rows: TaskRows, [exit, termination]: (typeof ends)[number]): Unit {
  const step = rows.steps.find(({ status }) => status === 'RUNNING');
  if (!step) throw new Error('no step is RUNNING');
  const ended = { step, outcome: outcomeOf({ at: AT, ...exit }, termination), at: AT };
  return recordOutcome(rows, ended, null, { place: 'aaaaaaaa', seed: '00'.repeat(16) });
}

const remains: readonly Interruption[] = [
  { endedProcesses: 0, recordedEnd: null },
  { endedProcesses: 2, recordedEnd: `the script itself had ended with exit code 1 at ${AT}` },
  { endedProcesses: 0, recordedEnd: `the script itself had been killed by SIGKILL at ${AT}` },
];

const stops: readonly Stop[] = [
  { cause: 'cancel', by: 'ann', at: AT },
  { cause: 'shutdown', at: AT },
  { cause: 'settle', at: AT },
  { cause: 'fault', why: 'odd', at: AT },
];

type Ending = Exit extends infer One ? (One extends Exit ? Omit<One, 'at'> : never) : never;

const said = { lastLine: 'bad', warning: 'log incomplete: disk full' };

const ends: readonly (readonly [Ending, Termination | null])[] = [
  [{ kind: 'exited', exitCode: 3, ...said }, null],
  [{ kind: 'exited', exitCode: 3, lastLine: null, warning: 'log incomplete: its disk does not answer' }, null],
  [{ kind: 'exited', exitCode: 0, ...said }, null],
  [{ kind: 'signalled', signal: 'SIGSEGV', ...said, warning: null }, null],
  [{ kind: 'not-started', reason: 'no script', lastLine: null, warning: null }, null],
  [{ kind: 'unknown', reason: 'the system did not say how the script ended', ...said }, null],
  [
    { kind: 'signalled', signal: 'SIGTERM', ...said },
    { cause: 'timeout', timeoutMs: 1500 },
  ],
  [
    { kind: 'signalled', signal: 'SIGTERM', ...said },
    { cause: 'log-limit', limitBytes: 1024 },
  ],
  [
    { kind: 'signalled', signal: 'SIGTERM', ...said },
    { cause: 'cancel', by: 'ann', at: AT },
  ],
];

function messagesOf({ steps, task }: Unit): readonly string[] {
  return [task?.to.message, ...steps.map(({ to }) => to.message)].filter((message) => typeof message === 'string');
}

function valuesOf(words: string): readonly string[] {
  return [...words.matchAll(/\{\w+\}/g)].map(([value]) => value).sort();
}
