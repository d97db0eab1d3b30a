/** The verbs of the room on tables of other programs, on both databases. The whole service on them: test/service/adopted-tables.test.ts */

import { expect } from 'chai';
import { readFileSync } from 'node:fs';

import { readTableMapping } from '../../src/config/mapping/table-mapping.ts';
import type { StoredRows } from '../../src/domain/rows.ts';
import type { Unit } from '../../src/domain/unit.ts';
import { createTask } from '../../src/persistence/create-task.ts';
import type { Database } from '../../src/persistence/database.ts';
import { deleteTask } from '../../src/persistence/delete-task.ts';
import { listPrunable, listTaskIds } from '../../src/persistence/list-prunable.ts';
import { listResidue } from '../../src/persistence/list-residue.ts';
import { listTasks } from '../../src/persistence/list-tasks.ts';
import type { TaskPage, TaskQuery } from '../../src/persistence/persistence.ts';
import { mendStep } from '../../src/persistence/mend-step.ts';
import { readSmallTask, readStep, readTask } from '../../src/persistence/read-task.ts';
import { readSummary } from '../../src/persistence/read-summary.ts';
import { readTasks } from '../../src/persistence/read-tasks.ts';
import { storeUnits } from '../../src/persistence/store-units.ts';
import { ADOPTED_TABLES, adoptedFile } from '../support/adopted-tables.ts';
import { type EmptyDatabase, onBothDatabases } from '../support/both-databases.ts';
import { AT, openDatabase, stepChange, taskChange, unitOf } from '../support/open-database.ts';

const ALL = { status: null, prefix: null, active: null, after: null };

const TOKEN = 'a-0123456789abcdef/1.1.01234567.0123456789abcdef.log';

for (const name of ADOPTED_TABLES) {
  onBothDatabases(`the tables of ${name}`, (open) => {
    let empty: EmptyDatabase;
    let database: Database;
    let first: StoredRows;
    let second: StoredRows;

    before(async () => {
      empty = await open();
      await empty.query(readFileSync(adoptedFile(name, 'tables.sql'), 'utf8'));
      await empty.query(readFileSync(adoptedFile(name, 'rows.sql'), 'utf8'));
      database = await openDatabase(empty.connection, readTableMapping(adoptedFile(name, 'mapping.json')));
      [second, first] = await readAll();
    });

    after(async () => {
      await database.orm.close();
      await empty.close();
    });

    const readAll = async () => {
      const { items } = await listTasks(database, { ...ALL, limit: 2 });
      const rows = await Promise.all(items.map(({ task }) => readTask(database, task.taskId)));
      return rows.flatMap((row) => row ?? []) as [StoredRows, StoredRows];
    };

    it('store units of many tasks in one statement, and say of each what it came to', async () => {
      const next = second.steps[1]?.stepNo ?? 0;
      // A number that steps of both tasks have, where there is one.
      const both = first.steps.findIndex((step) => second.steps.some((other) => other.stepNo === step.stepNo));
      const place = Math.max(0, both);
      const stepNo = first.steps[place]?.stepNo ?? 0;
      const pending = { status: 'PENDING', logPath: null } as const;
      const running = { status: 'RUNNING', logPath: TOKEN } as const;
      expect(await storeUnits(database, [accept(first), accept(second)])).to.deep.equal(['stored', 'stored']);
      expect(await storeUnits(database, [accept(first), accept(second)])).to.deep.equal(['already', 'already']);

      const start = stepChange(stepNo, pending, { ...running, startedAt: AT });
      const lost = stepChange(next, running, { status: 'SUCCESS', exitCode: 0 });
      const units = [unitOf(first, { steps: [start] }), unitOf(second, { steps: [lost] })];
      expect(await storeUnits(database, units)).to.deep.equal(['stored', 'lost']);
      const ended = { exitCode: 200, message: `it's "\\{a, b}" – 完 🙂`, startedAt: AT, finishedAt: AT };
      const end = unitOf(first, {
        steps: [stepChange(stepNo, running, { ...ended, status: 'FAILED' })],
        task: taskChange('RUNNING', { status: 'FAILED', message: 'why', startedAt: AT, finishedAt: AT }),
      });
      expect(await storeUnits(database, [end, unitOf(second, { steps: [] })])).to.deep.equal(['stored', 'stored']);
      const after = await readTask(database, first.task.taskId);
      const time = database.names.step.columns.startedAt === null ? null : storedTime(name);
      expect(after?.steps[place]).to.deep.include({
        ...ended,
        status: 'FAILED',
        logPath: TOKEN,
        startedAt: time,
        finishedAt: time,
      });
      expect(after?.steps.toSpliced(place, 1)).to.deep.equal(first.steps.toSpliced(place, 1));
      expect((await readTask(database, second.task.taskId))?.steps).to.deep.equal(second.steps);
      expect(after?.task.status).to.equal('FAILED');
    });

    it('say the same of a task by each way to read it', async () => {
      const { taskId } = first.task;
      const rows = await readTask(database, taskId);
      const small = await readSmallTask(database, taskId, { steps: 10, scriptBytes: 10_000 });
      expect({ task: small?.task, steps: small?.steps }).to.deep.equal(rows);
      const one = await readStep(database, taskId, rows?.steps[1]?.stepNo ?? 0);
      expect(one?.steps).to.deep.equal([rows?.steps[1]]);
      expect(await readSummary(database, taskId)).to.deep.equal({ task: rows?.task, totalSteps: 3, successSteps: 0 });
      expect((await readTasks(database, [taskId, 'none', '\0'])).get(taskId)).to.deep.equal(rows?.task);
    });

    it('take another script for a step', async () => {
      const { taskId } = first.task;
      const before = await readTask(database, taskId);
      const step = before?.steps.at(-1);
      const { stepNo = 0, logPath = null } = step ?? {};
      const mending = { taskId, stepNo, script: 'exit 0', message: 'why', at: AT };
      const from = { status: 'PENDING', logPath } as const;
      expect(await mendStep(database, { ...mending, from: { ...from, status: 'FAILED' } })).to.equal('kept');
      expect(await mendStep(database, { ...mending, from })).to.equal('mended');
      const after = await readTask(database, taskId);
      const mended = { ...step, script: 'exit 0', message: 'why' };
      expect(after?.steps).to.deep.equal(before?.steps.map((one) => (one === step ? mended : one)));
    });

    it('are gone through page by page, as is their residue', async () => {
      const { taskId } = second.task;
      expect(await listResidue(database, null)).to.deep.equal({ taskIds: [taskId], next: null });
      const page = await listResidue(database, null, 1);
      expect(page.taskIds).to.deep.equal([taskId]);
      expect(await listResidue(database, page.next, 1)).to.deep.equal({ taskIds: [], next: null });
      const { next } = await listTasks(database, { ...ALL, limit: 1 });
      const rest = await listTasks(database, { ...ALL, limit: 1, after: next });
      expect(rest.items.map(({ task }) => task.taskId)).to.deep.equal([first.task.taskId]);
    });

    it('are searched by what an id or a name begins with, as they are spelled', async () => {
      const [newer, older] = [second.task.taskId, first.task.taskId];
      const search = async (prefix: string, more: Partial<TaskQuery> = {}) =>
        idsOf(await listTasks(database, { ...ALL, limit: 5, prefix, ...more }));
      expect(await search('Set up')).to.deep.equal([newer, older]);
      expect(await search('Set up 2')).to.deep.equal([newer]);
      expect(await search('Set up', { status: 'FAILED' })).to.deep.equal([older]);
      const { next } = await listTasks(database, { ...ALL, limit: 1, prefix: 'Set up' });
      expect(await search('Set up', { after: next })).to.deep.equal([older]);
      for (const taskId of [newer, older]) {
        expect(await search(taskId), taskId).to.deep.equal([taskId]);
        expect(await search(taskId.slice(0, -1)), taskId).to.include(taskId);
        expect(await search(`${taskId} `), taskId).to.deep.equal([]);
      }
      for (const nobodys of ['set up', '%', '_', 'x\0']) expect(await search(nobodys), nobodys).to.deep.equal([]);
    });

    it('are listed by whether somebody runs them', async () => {
      const [newer, older] = [second.task.taskId, first.task.taskId];
      for (const isShared of [false, true]) {
        const list = async (wanted: boolean, here: readonly string[], prefix: string | null = null) =>
          idsOf(await listTasks(database, { ...ALL, limit: 5, prefix, active: { wanted, here } }, isShared));
        expect(await list(true, [newer, older])).to.deep.equal([newer]);
        expect(await list(true, [newer, older], 'Set up')).to.deep.equal([newer]);
        expect(await list(true, [])).to.deep.equal([]);
        expect(await list(false, [newer], 'Set up')).to.deep.equal([older]);
        expect(await list(false, [], 'Set up')).to.deep.equal([newer, older]);
      }
    });

    it('are looked through for what is old, and give up a task with its steps only as it was read', async () => {
      const [taskId, other] = [first.task.taskId, second.task.taskId];
      const all = await listTaskIds(database, null);
      expect(all.taskIds.slice(-2)).to.deep.equal([taskId, other]);
      const pages = await listTaskIds(database, (await listTaskIds(database, null, 1)).next, 1);
      expect(pages.taskIds).to.deep.equal(all.taskIds.slice(1, 2));
      const { createdAt, finishedAt, updatedAt } = database.names.task.columns;
      const hasTimes = (createdAt ?? finishedAt ?? updatedAt) !== null;
      const ended = { statuses: ['SUCCESS', 'FAILED'], before: '2100-01-01T00:00:00Z' } as const;
      expect((await listPrunable(database, ended, null)).taskIds).to.deep.equal(hasTimes ? [taskId] : []);
      const long = { ...ended, before: '2020-01-01T00:00:00Z' };
      expect((await listPrunable(database, long, null, 1)).taskIds).to.deep.equal([]);
      const last = await listPrunable(database, ended, (await listPrunable(database, ended, null, 1)).next, 1);
      expect(last).to.deep.equal({ taskIds: [], next: null });

      expect(await deleteTask(database, { taskId, status: 'SUCCESS', fenced: [] })).to.equal('kept');
      for (const nobodys of [`${taskId} `, 'none\0'])
        expect(await deleteTask(database, { taskId: nobodys, status: 'FAILED', fenced: [] })).to.equal('absent');
      expect(await deleteTask(database, { taskId, status: 'FAILED', fenced: [] })).to.equal('deleted');
      expect(await readTask(database, taskId)).to.equal(null);
      expect((await readTask(database, other))?.steps).to.deep.equal(second.steps);
      expect(await deleteTask(database, { taskId: other, status: 'RUNNING', fenced: [] })).to.equal('deleted');
    });

    it('take a new task with its steps, or nothing of it', async () => {
      const task = {
        taskId: null,
        name: 'new',
        steps: [
          { name: 'one', script: 'true' },
          { name: 'two', script: 'true' },
        ],
      };
      const created = await createTask(database, task).catch((error: unknown) => error);
      if (created instanceof Error) {
        expect(created).to.include({ code: 'task-data-invalid', reason: 'not-insertable' });
        return;
      }
      const { taskId } = (created as StoredRows).task;
      expect((await readTask(database, taskId))?.steps).to.deep.equal((created as StoredRows).steps);
    });
  });
}

function idsOf({ items }: TaskPage): readonly string[] {
  return items.map(({ task }) => task.taskId);
}

/** Some keep whole seconds only. */
function storedTime(name: string): string {
  return name === 'padded-codes' ? '2026-01-02T03:04:06.000Z' : AT;
}

function accept(rows: StoredRows): Unit {
  return unitOf(rows, { task: taskChange('PENDING', { status: 'RUNNING', startedAt: AT }) });
}
