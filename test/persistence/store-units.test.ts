/** Units of writing on both databases: each as a whole or not at all, and what is said of each. */

import { expect } from 'chai';
import { Client } from 'pg';

import type { StoredRows } from '../../src/domain/rows.ts';
import type { Unit, Verdict } from '../../src/domain/unit.ts';
import { messageCleaner } from '../../src/persistence/clean-message.ts';
import type { Database } from '../../src/persistence/database.ts';
import { readTask } from '../../src/persistence/read-task.ts';
import { createMask } from '../../src/platform/mask-secrets.ts';
import { storeUnit, storeUnits } from '../../src/persistence/store-units.ts';
import { type EmptyDatabase, onBothDatabases } from '../support/both-databases.ts';
import { mask } from '../support/mask.ts';
import { AT, makeTask, openDatabase, stepChange, taskChange, unitOf } from '../support/open-database.ts';

const PENDING = { status: 'PENDING', logPath: null } as const;
const TOKEN = 'a-0123456789abcdef/1.1.01234567.0123456789abcdef.log';
const RUNNING = { status: 'RUNNING', logPath: TOKEN } as const;
const start = (stepNo: number, logPath = TOKEN) =>
  stepChange(stepNo, PENDING, { status: 'RUNNING', logPath, startedAt: AT });
const succeed = (stepNo: number) =>
  stepChange(stepNo, RUNNING, { status: 'SUCCESS', exitCode: 0, startedAt: AT, finishedAt: AT });

/** Both ways of storing must say and do the same. */
const WAYS: Readonly<Record<string, (database: Database, unit: Unit) => Promise<Verdict | undefined>>> = {
  'a lone unit': storeUnit,
  'a unit among many': async (database, unit) => (await storeUnits(database, [unit]))[0],
};

const CHANGES_BY_HAND = {
  'a step has another token': `update tms_init_task_step set log_path = 'x' where task_id = $1 and step_no = 1`,
  'a step lost its token': `update tms_init_task_step set log_path = null where task_id = $1 and step_no = 1`,
  'a step has another status': `update tms_init_task_step set status = 'FAILED' where task_id = $1 and step_no = 2`,
  'a step was deleted': `delete from tms_init_task_step where task_id = $1 and step_no = 2`,
  'the task has another status': `update tms_init_task set status = 'FAILED' where task_id = $1`,
};

const ROW_LOCKS = {
  'the first step': 'select from tms_init_task_step where task_id = $1 and step_no = 1 for update',
  'the second step': 'select from tms_init_task_step where task_id = $1 and step_no = 2 for update',
  'the task': 'select from tms_init_task where task_id = $1 for update',
};

onBothDatabases('storing units', (open, kind) => {
  let empty: EmptyDatabase;
  let database: Database;

  before(async () => {
    empty = await open();
    database = await openDatabase(empty.connection);
  });

  after(async () => {
    await database.orm.close();
    await empty.close();
  });

  const statusesOf = async ({ task }: StoredRows) => {
    const rows = await readTask(database, task.taskId);
    return [rows?.task.status, ...(rows?.steps.map((step) => step.status) ?? [])].join(' ');
  };

  for (const [name, store] of Object.entries(WAYS)) {
    describe(name, () => {
      it('is stored with all that it says', async () => {
        const rows = await makeTask(database, 2);
        await store(database, unitOf(rows, { steps: [start(1)] }));
        const ended = { exitCode: 7, message: `it's "\\{a, b}" – 完 🙂`, startedAt: AT, finishedAt: AT };
        const unit = unitOf(rows, {
          at: '2026-05-06T07:08:09.010Z',
          steps: [stepChange(1, RUNNING, { ...ended, status: 'FAILED' })],
          task: taskChange('RUNNING', { status: 'FAILED', message: 'why', startedAt: AT, finishedAt: AT }),
        });
        expect(await store(database, unit)).to.equal('stored');
        const after = await readTask(database, rows.task.taskId);
        expect(after?.steps[0]).to.deep.equal({ ...rows.steps[0], ...ended, status: 'FAILED', logPath: TOKEN });
        expect(after?.steps[1]).to.deep.equal(rows.steps[1]);
        const told = { status: 'FAILED', message: 'why', startedAt: AT, finishedAt: AT, updatedAt: unit.at };
        expect(after?.task).to.deep.equal({ ...rows.task, ...told });
      });

      it('changes two steps and the task together', async () => {
        const rows = await makeTask(database, 3);
        const steps = [start(1), start(2, 'another')];
        const unit = unitOf(rows, { steps, task: taskChange('RUNNING', { status: 'RUNNING' }) });
        expect(await store(database, unit)).to.equal('stored');
        expect(await statusesOf(rows)).to.equal('RUNNING RUNNING RUNNING PENDING');
      });

      it('changes many steps together', async () => {
        const rows = await makeTask(database, 40);
        const steps = rows.steps.map(({ stepNo }) => start(stepNo, `token ${stepNo}`));
        expect(await store(database, unitOf(rows, { steps }))).to.equal('stored');
        const after = await readTask(database, rows.task.taskId);
        expect(after?.steps.map((step) => step.logPath)).to.deep.equal(steps.map((step) => step.to.logPath));
      });

      it('is already stored when it is sent again', async () => {
        const rows = await makeTask(database, 2);
        await store(database, unitOf(rows, { steps: [start(1)] }));
        const steps = [succeed(1), start(2, 'another')];
        const unit = unitOf(rows, { steps });
        expect(await store(database, unit)).to.equal('stored');
        expect(await store(database, unit)).to.equal('already');
      });

      it('without rows is stored, for nothing is left to do', async () => {
        expect(await store(database, unitOf(await makeTask(database, 1), {}))).to.equal('stored');
      });

      it('may leave statuses as they are and is stored as often as it is sent', async () => {
        const rows = await makeTask(database, 1);
        const unit = unitOf(rows, { task: taskChange('RUNNING', { status: 'RUNNING', message: 'again' }) });
        expect([await store(database, unit), await store(database, unit)]).to.deep.equal(['stored', 'stored']);
      });

      for (const [why, sql] of Object.entries(CHANGES_BY_HAND)) {
        it(`is lost, and nothing of it stored, when ${why}`, async () => {
          const rows = await makeTask(database, 2);
          await store(
            database,
            unitOf(rows, { steps: [start(1)], task: taskChange('RUNNING', { status: 'RUNNING' }) }),
          );
          await empty.query(sql, [rows.task.taskId]);
          const before = await statusesOf(rows);
          const steps = [succeed(1), start(2, 'another')];
          const unit = unitOf(rows, { steps, task: taskChange('RUNNING', { status: 'RUNNING', message: 'no' }) });
          expect(await store(database, unit)).to.equal('lost');
          expect(await statusesOf(rows)).to.equal(before);
          expect((await readTask(database, rows.task.taskId))?.task.message).to.not.equal('no');
        });
      }

      it('of steps alone is lost when somebody has ended the task', async () => {
        const rows = await makeTask(database, 2);
        await store(database, unitOf(rows, { steps: [start(1)] }));
        await empty.query(`update tms_init_task set status = 'FAILED' where task_id = $1`, [rows.task.taskId]);
        const unit = unitOf(rows, { steps: [succeed(1), start(2, 'another')] });
        expect(await store(database, unit)).to.equal('lost');
        expect(await statusesOf(rows)).to.equal('FAILED RUNNING PENDING');
      });

      it('is lost when the task is not there', async () => {
        const rows = await makeTask(database, 1);
        const unit = unitOf(rows, { task: taskChange('RUNNING', { status: 'RUNNING' }) });
        expect(await store(database, { ...unit, taskId: 'nowhere' })).to.equal('lost');
      });

      it('is not taken for stored because another attempt is RUNNING', async () => {
        const rows = await makeTask(database, 1);
        await store(database, unitOf(rows, { steps: [start(1, 'the other one')] }));
        expect(await store(database, unitOf(rows, { steps: [start(1, 'mine')] }))).to.equal('lost');
      });

      it('is stored exactly once when many takers race', async () => {
        const rows = await makeTask(database, 2);
        const takers = Array.from({ length: 20 }, (_, n) =>
          unitOf(rows, { steps: [start(1, `1 by ${n}`), start(2, `2 by ${n}`)] }),
        );
        const verdicts = await Promise.all(takers.map((unit) => store(database, unit)));
        expect(verdicts.filter((verdict) => verdict === 'stored')).to.have.length(1);
        expect(verdicts.filter((verdict) => verdict === 'already')).to.have.length(0);
        const after = await readTask(database, rows.task.taskId);
        const winner = takers.find((_, n) => verdicts[n] === 'stored');
        expect(after?.steps.map((step) => step.logPath)).to.deep.equal(winner?.steps.map((step) => step.to.logPath));
      });

      it('is cleaned of what text in the database cannot be', async () => {
        const rows = await makeTask(database, 1);
        const step = stepChange(1, PENDING, { status: 'FAILED', message: 'a\0b\uD800c' });
        expect(await store(database, unitOf(rows, { steps: [step] }))).to.equal('stored');
        expect((await readTask(database, rows.task.taskId))?.steps[0]?.message).to.equal('a\uFFFDb\uFFFDc');
      });

      if (kind === 'PostgreSQL') {
        for (const [row, sql] of Object.entries(ROW_LOCKS)) {
          it(`is busy while somebody has ${row} locked, and stored after that`, async () => {
            const rows = await makeTask(database, 2);
            await store(database, unitOf(rows, { steps: [start(1)] }));
            const steps = [succeed(1), start(2, 'another')];
            const unit = unitOf(rows, { steps, task: taskChange('RUNNING', { status: 'FAILED' }) });
            await whileLocked(empty, sql, rows, async () => {
              expect(await store(database, unit)).to.equal('busy');
            });
            expect(await statusesOf(rows)).to.equal('RUNNING RUNNING PENDING');
            expect(await store(database, unit)).to.equal('stored');
          });
        }
      }
    });
  }

  it('stores many units by one statement and says of each what it came to', async () => {
    const tasks = await Promise.all(Array.from({ length: 5 }, () => makeTask(database, 2)));
    const units = tasks.map((rows) =>
      unitOf(rows, { steps: [start(1)], task: taskChange('RUNNING', { status: 'RUNNING' }) }),
    );
    await storeUnits(database, units.slice(1, 2));
    await empty.query(`update tms_init_task set status = 'FAILED' where task_id = $1`, [units[3]?.taskId]);
    expect(await storeUnits(database, units)).to.deep.equal(['stored', 'already', 'stored', 'lost', 'stored']);
    expect(await Promise.all(tasks.map(statusesOf))).to.deep.equal([
      ...Array<string>(3).fill('RUNNING RUNNING PENDING'),
      'FAILED PENDING PENDING',
      'RUNNING RUNNING PENDING',
    ]);
  });

  it('cuts a message to what the column holds, with a mark', async () => {
    const rows = await makeTask(database, 1);
    const narrow = { ...database, clean: messageCleaner(mask, { task: 5, step: 4 }) };
    const steps = [stepChange(1, PENDING, { status: 'FAILED', message: '🙂🙂🙂🙂🙂' })];
    const task = taskChange('RUNNING', { status: 'FAILED', message: '12345' });
    await storeUnit(narrow, unitOf(rows, { steps, task }));
    const after = await readTask(database, rows.task.taskId);
    expect([after?.task.message, after?.steps[0]?.message]).to.deep.equal(['12345', '🙂🙂🙂…']);
  });

  it('masks a secret in a message before it is cut', async () => {
    const rows = await makeTask(database, 1);
    const knowing = createMask(['sesame-street']);
    const narrow = { ...database, clean: messageCleaner(knowing, { task: 10, step: 10 }) };
    const steps = [stepChange(1, PENDING, { status: 'FAILED', message: 'no sesame-street' })];
    const task = taskChange('RUNNING', { status: 'FAILED', message: 'at u:sesame-street' });
    await storeUnit(narrow, unitOf(rows, { steps, task }));
    const after = await readTask(database, rows.task.taskId);
    expect([after?.task.message, after?.steps[0]?.message]).to.deep.equal(['at u:***', 'no ***']);
  });

  it('throws where a row cannot be stored, and stores nothing of that call', async () => {
    const good = await makeTask(database, 1);
    const bad = await makeTask(database, 1);
    const units = [unitOf(good, { steps: [start(1)] }), unitOf(bad, { steps: [start(1, 'x'.repeat(2000))] })];
    const error = await storeUnits(database, units).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: '22001' });
    expect(await statusesOf(good)).to.equal('RUNNING PENDING');
  });
});

async function whileLocked({ connection }: EmptyDatabase, sql: string, { task }: StoredRows, act: () => Promise<void>) {
  if (!('url' in connection)) throw new Error('only PostgreSQL has sessions beside each other');
  const client = new Client({ connectionString: connection.url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(sql, [task.taskId]);
    await act();
  } finally {
    await client.end();
  }
}
