/** Giving a step another script, and keeping one that is not as it was read. */

import { expect } from 'chai';

import type { Database } from '../../src/persistence/database.ts';
import { mendStep, type StepMending } from '../../src/persistence/mend-step.ts';
import { readTask } from '../../src/persistence/read-task.ts';
import { type EmptyDatabase, onBothDatabases } from '../support/both-databases.ts';
import { makeTask, openDatabase } from '../support/open-database.ts';
import { rejectionOf } from '../support/rejection-of.ts';

onBothDatabases('mending a step', (open) => {
  let empty: EmptyDatabase;
  let database: Database;
  let mending: StepMending;

  before(async () => {
    empty = await open();
    database = await openDatabase(empty.connection);
  });

  after(async () => {
    await database.orm.close();
    await empty.close();
  });

  beforeEach(async () => {
    const { taskId } = (await makeTask(database, 2)).task;
    const given = { script: 'mended', message: 'why', at: '2026-03-10T09:00:00.000Z' };
    mending = { taskId, stepNo: 2, from: { status: 'PENDING', logPath: null }, ...given };
  });

  it('changes the script and the message of that step, and the time of its task', async () => {
    const before = await readTask(database, mending.taskId);
    expect(await mendStep(database, mending)).to.equal('mended');
    const after = await readTask(database, mending.taskId);
    expect(after?.task).to.deep.equal({ ...before?.task, updatedAt: mending.at });
    const [first, second] = before?.steps ?? [];
    expect(after?.steps).to.deep.equal([first, { ...second, script: 'mended', message: 'why' }]);
  });

  it('keeps a step that is not as it was read', async () => {
    const logPath = 'a/2.1.log';
    await empty.query(`update tms_init_task_step set status = 'FAILED', log_path = $2 where task_id = $1`, [
      mending.taskId,
      logPath,
    ]);
    const others = [mending.from, { status: 'FAILED', logPath: null }, { status: 'FAILED', logPath: 'b' }] as const;
    for (const from of others) expect(await mendStep(database, { ...mending, from })).to.equal('kept');
    expect(await mendStep(database, { ...mending, stepNo: 9 })).to.equal('kept');
    expect(await mendStep(database, { ...mending, taskId: 'nobody' })).to.equal('kept');
    expect(await mendStep(database, { ...mending, from: { status: 'FAILED', logPath } })).to.equal('mended');
  });

  it('says what is wrong with a script that the tables do not take', async () => {
    await empty.query(`alter table tms_init_task_step add constraint short check (length(script) < 10) not valid`, []);
    const error = await rejectionOf(mendStep(database, { ...mending, script: 'a script of many' }));
    expect(error).to.include({ code: 'task-data-invalid', reason: 'not-insertable' });
    expect(error).to.have.property('message').that.includes('short');
    const { names } = database;
    const types = { ...names.step.types, script: { ...names.step.types.script, length: 9 } };
    const narrow = { ...database, names: { ...names, step: { ...names.step, types } } };
    const tooLong = await rejectionOf(mendStep(narrow, { ...mending, script: '😀'.repeat(10) }));
    expect(tooLong)
      .to.have.property('message')
      .that.equals('script is too long for the tables, which hold 9 characters.');
    expect(await mendStep(narrow, { ...mending, script: '😀'.repeat(9) })).to.equal('mended');
  });
});
