/** Secrets that got into rows, records and refusals, whoever wrote them, do not get into answers. The script is its author's own. */

import { expect } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { formatLogPath } from '../../src/domain/log-path.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { recordPath } from '../../src/scripts/record/attempt-record.ts';
import { formatRecord } from '../../src/scripts/record/record-format.ts';
import { type HttpService, openHttpService, post, problemOf } from '../support/http-service.ts';

const TASK = '/tasks/masked';
const LEAK = 'cannot reach postgresql://ann:sesame@db/shop';
const MASKED = 'cannot reach postgresql://ann:***@db/shop';
const SCRIPT = 'PGPASSWORD=sesame psql';

describe('an answer', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
    await service.persistence.createTask({
      taskId: 'masked',
      name: 'a task',
      steps: [{ name: 'a step', script: SCRIPT }],
    });
    const logPath = formatLogPath('masked', 1, { attempt: 1, place: 'aaaaaaaa', random: '0123456789abcdef' });
    await service.database.query('update tms_init_task set message = $1', [LEAK]);
    await service.database.query('update tms_init_task_step set message = $1, log_path = $2', [LEAK, logPath]);
    await writeRecord(join(service.folder, 'logs', logPath));
  });

  after(() => service.close());

  it('shows no secret of a message or a cause', async () => {
    expect(await read(TASK)).to.include({ message: MASKED });
    expect((await read('/tasks')).items[0]).to.include({ message: MASKED });
    expect(await read(`${TASK}/steps/1`)).to.include({ message: MASKED, script: SCRIPT });
    expect((await read(`${TASK}/steps`))[0]).to.include({ message: MASKED, script: SCRIPT });
    expect((await read(`${TASK}/steps/1/attempts`))[0]).to.include({ cause: MASKED });
  });

  it('shows none of what a task that runs waits for', async () => {
    const rows = await service.persistence.readTask('masked');
    if (rows === null) throw new Error('there is no such task');
    const task = { ...rows.task, message: null };
    service.runs.views.set('masked', { rows: { ...rows, task }, owner: 'here:1:a', note: LEAK });
    expect(await read(TASK)).to.include({ message: MASKED });
    expect((await read('/tasks')).items[0]).to.include({ message: MASKED });
    service.runs.views.clear();
  });

  it('shows none of the reason of a refusal', async () => {
    service.runs.whenExecuted = () => Promise.reject(new Refusal('task-data-invalid', LEAK));
    expect(await problemOf(await service.call(`${TASK}/execute`, post()))).to.include({ status: 409, detail: MASKED });
  });

  async function read(path: string) {
    return JSON.parse(await (await service.call(path)).text());
  }
});

async function writeRecord(log: string): Promise<void> {
  const begin = { host: 'here', place: 'aaaaaaaa', startedAt: '2026-03-10T08:00:00.000Z', pid: 4711 };
  const end = { endedAt: '2026-03-10T08:00:01.000Z', exitCode: 1, signal: null, cause: LEAK };
  await mkdir(dirname(log), { recursive: true });
  await writeFile(recordPath(log), formatRecord({ ...begin, ...end }));
}
