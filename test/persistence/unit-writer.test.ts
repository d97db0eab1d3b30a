/** How the units of many runs get to the database: which ones go together, in what order, and what becomes of each. */

import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect } from 'chai';

import type { StoredRows } from '../../src/domain/rows.ts';
import type { Unit } from '../../src/domain/unit.ts';
import type { Database } from '../../src/persistence/database.ts';
import { readTask } from '../../src/persistence/read-task.ts';
import { openUnitWriter, type UnitWriter } from '../../src/persistence/unit-writer.ts';
import { type EmptyDatabase, onBothDatabases } from '../support/both-databases.ts';
import { eventually } from '../support/eventually.ts';
import { type HeldStatements, holdStatements } from '../support/held-statements.ts';
import { AT, makeTask, openDatabase, stepChange, unitOf } from '../support/open-database.ts';
import { rejectionOf } from '../support/rejection-of.ts';

const PENDING = { status: 'PENDING', logPath: null } as const;
const TOKEN = 'a-0123456789abcdef/1.1.01234567.0123456789abcdef.log';
const RUNNING = { status: 'RUNNING', logPath: TOKEN } as const;

const start = (rows: StoredRows, logPath = TOKEN): Unit =>
  unitOf(rows, { steps: [stepChange(1, PENDING, { status: 'RUNNING', logPath, startedAt: AT })] });
const succeed = (rows: StoredRows): Unit =>
  unitOf(rows, { steps: [stepChange(1, RUNNING, { status: 'SUCCESS', exitCode: 0, startedAt: AT, finishedAt: AT })] });
/** Longer than the column. */
const spoiled = (rows: StoredRows): Unit => start(rows, 'x'.repeat(2000));

onBothDatabases('the unit writer', (open) => {
  let empty: EmptyDatabase;
  let database: Database;
  let statements: HeldStatements;

  before(async () => {
    empty = await open();
    database = await openDatabase(empty.connection);
  });

  after(async () => {
    await database.orm.close();
    await empty.close();
  });

  const openWriter = (mostStatements: number): UnitWriter => {
    statements = holdStatements(database.run);
    return openUnitWriter({ ...database, run: statements.run }, mostStatements);
  };
  const makeTasks = (count: number) => Promise.all(Array.from({ length: count }, () => makeTask(database, 1)));
  const statusOf = async ({ task }: StoredRows) => (await readTask(database, task.taskId))?.steps[0]?.status;
  const statusesOf = (tasks: readonly StoredRows[]) => Promise.all(tasks.map(statusOf));

  it('sends a unit that finds nothing under way by the end of the turn, alone, and by one statement', async () => {
    const rows = await makeTask(database, 1);
    const writer = openWriter(1);
    const verdict = writer.store(start(rows));
    await nextTurn();
    expect(statements.sent).to.deep.equal([[rows.task.taskId]]);
    statements.letGo();
    expect(await verdict).to.equal('stored');
    expect(await statusOf(rows)).to.equal('RUNNING');
    expect(statements.sent).to.have.length(1);
  });

  it('sends together what comes in one turn, also in later ticks of it', async () => {
    const tasks = await makeTasks(4);
    const writer = openWriter(2);
    const verdicts = tasks.map(async (rows, tick) => {
      for (let n = 0; n < tick; n += 1) await Promise.resolve();
      return writer.store(start(rows));
    });
    await nextTurn();
    expect(statements.sent).to.deep.equal([tasks.map(({ task }) => task.taskId).toSorted()]);
    statements.letGo();
    expect(new Set(await Promise.all(verdicts))).to.deep.equal(new Set(['stored']));
  });

  it('has so many statements under way and sends what comes meanwhile together, in the order of the tasks', async () => {
    const tasks = await makeTasks(9);
    const writer = openWriter(2);
    const verdicts: Promise<unknown>[] = [];
    for (const rows of tasks) {
      verdicts.push(writer.store(start(rows)));
      await nextTurn();
    }
    expect(statements.sent.map((taskIds) => taskIds.length)).to.deep.equal([1, 1]);
    statements.letGo();
    expect(new Set(await Promise.all(verdicts))).to.deep.equal(new Set(['stored']));
    const later = tasks.slice(2).map(({ task }) => task.taskId);
    expect(statements.sent).to.have.length(3);
    expect(statements.sent[2]).to.deep.equal(later.toSorted());
    expect(new Set(await statusesOf(tasks))).to.deep.equal(new Set(['RUNNING']));
  });

  it('sends at most 250 units by one statement', async () => {
    const rows = await makeTask(database, 1);
    const writer = openWriter(1);
    const units = Array.from({ length: 600 }, (_, n) => ({ ...start(rows), taskId: `nowhere ${n}` }));
    const verdicts = [start(rows), ...units].map((unit) => writer.store(unit));
    statements.letGo();
    expect(new Set((await Promise.all(verdicts)).slice(1))).to.deep.equal(new Set(['lost']));
    expect(statements.sent.map((taskIds) => taskIds.length)).to.deep.equal([250, 250, 101]);
  });

  it('stores units of one task in the order in which they came, one after the other', async () => {
    const [first, second] = await makeTasks(2);
    if (!first || !second) throw new Error('two tasks were made');
    const writer = openWriter(2);
    const units = [start(first), succeed(first), start(first), start(second), succeed(second)];
    const verdicts = units.map((unit) => writer.store(unit));
    await nextTurn();
    const [one, other] = [first.task.taskId, second.task.taskId];
    expect(statements.sent).to.deep.equal([[one, other].toSorted()]);
    statements.letGo();
    expect(await Promise.all(verdicts)).to.deep.equal(['stored', 'stored', 'lost', 'stored', 'stored']);
    for (const taskIds of statements.sent) expect(new Set(taskIds).size).to.equal(taskIds.length);
  });

  it('gives no verdict before it is committed', async () => {
    const rows = await makeTask(database, 1);
    const writer = openWriter(1);
    const told: string[] = [];
    const verdict = writer.store(start(rows)).then((stored) => told.push(stored));
    statements.holdAnswers();
    statements.letGo();
    await eventually('the unit to be stored', async () => (await statusOf(rows)) === 'RUNNING');
    expect(told).to.deep.equal([]);
    statements.letAnswersGo();
    await verdict;
    expect(told).to.deep.equal(['stored']);
  });

  it('stores all others where one of them cannot be stored', async () => {
    const tasks = await makeTasks(5);
    const writer = openWriter(1);
    const verdicts = tasks.map((rows, n) => writer.store(n === 3 ? spoiled(rows) : start(rows)));
    const error = rejectionOf(verdicts[3] ?? Promise.resolve());
    statements.letGo();
    expect(await error).to.include({ code: '22001' });
    expect((await Promise.allSettled(verdicts)).map(({ status }) => status)).to.deep.equal([
      ...Array<string>(3).fill('fulfilled'),
      'rejected',
      'fulfilled',
    ]);
    const stored = 'RUNNING RUNNING RUNNING PENDING RUNNING';
    expect((await statusesOf(tasks)).join(' ')).to.equal(stored);
  });

  it('rejects all units of a statement whose answer is lost, and finds them stored when they are sent again', async () => {
    const tasks = await makeTasks(4);
    const writer = openWriter(1);
    const units = tasks.map((rows) => start(rows));
    const verdicts = units.map((unit) => writer.store(unit));
    statements.loseAnswers();
    statements.letGo();
    const errors = await Promise.all(verdicts.map(rejectionOf));
    expect(new Set(errors.map(String))).to.deep.equal(new Set(['Error: Connection terminated unexpectedly']));
    // None was tried by itself after that.
    expect(statements.sent).to.have.length(1);
    statements.answer();
    expect(await Promise.all(units.map((unit) => writer.store(unit)))).to.deep.equal(Array(4).fill('already'));
  });

  it('does not try the rest one by one when the connection is lost meanwhile', async () => {
    const tasks = await makeTasks(6);
    const writer = openWriter(1);
    const verdicts = tasks.map((rows, n) => writer.store(n === 0 ? start(rows) : spoiled(rows)));
    statements.loseAnswersFrom(4);
    statements.letGo();
    const codes = (await Promise.allSettled(verdicts)).map((end) =>
      end.status === 'rejected' ? String(end.reason) : '',
    );
    expect(codes.filter((code) => code.includes('terminated'))).to.have.length(4);
    expect(statements.sent).to.have.length(4);
  });

  it('refuses what was not sent when it is closed, and what comes later', async () => {
    const [sent, unsent] = await makeTasks(2);
    if (!sent || !unsent) throw new Error('two tasks were made');
    const writer = openWriter(1);
    const verdict = writer.store(start(sent));
    await nextTurn();
    const refused = rejectionOf(writer.store(start(unsent)));
    writer.close();
    expect(await refused).to.include({ code: 'database-unavailable' });
    expect(await rejectionOf(writer.store(start(unsent)))).to.include({ code: 'database-unavailable' });
    statements.letGo();
    expect(await verdict).to.equal('stored');
    expect(await statusesOf([sent, unsent])).to.deep.equal(['RUNNING', 'PENDING']);
  });
});
