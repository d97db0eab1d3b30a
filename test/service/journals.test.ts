/** Journals and streams of a real service: what a crash leaves can be read, and a shutdown tells those who follow. */

import { expect } from 'chai';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

import { taskFolder } from '../../src/domain/log-path.ts';
import { type RunAnswer, runSchema } from '../../src/http/schemas/run.ts';
import { journalName } from '../../src/domain/journal-name.ts';
import { readEvents } from '../support/event-client.ts';
import { eventually } from '../support/eventually.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import { makeServiceFolders, type ServiceFolders, startServiceProcess } from '../support/service-process.ts';

describe('the story of a run', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;

  before(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
  });

  after(async () => {
    await database.close();
    await folders.remove();
  });

  it('survives kill -9 up to its last moments, and its followers are told of a shutdown before the streams end', async () => {
    const killed = await startServiceProcess(folders, database.settings);
    await killed.createTask('told', ['true', '[ $ATTEMPT -gt 1 ] || sleep 60; sleep 60']);
    await killed.execute('told');
    const running = 'step 2 is stored as RUNNING: its script is started';
    await eventually('the journal to be written', async () => (await reasons(killed.url)).whys.includes(running));
    await killed.end('SIGKILL');

    const service = await startServiceProcess(folders, database.settings);
    const { runs } = await reasons(service.url);
    expect(runs[0]).to.deep.include({ by: 'local', firstStep: 1, endedAt: null, end: null });
    const file = join(folders.root, 'data/logs', taskFolder('told'), journalName(runs[0]?.run ?? ''));
    await appendFile(file, '{"type":"transition","at":"20');
    const left = await reasons(service.url);
    expect(left.isCut).to.equal('true');
    expect(left.whys.at(-1)).to.equal(running);

    await service.execute('told');
    const events = await readEvents<{ end?: string; task?: { message: string } }>(
      `${service.url}/api/v1/init/tasks/told/events`,
    );
    await events.until('snapshot');
    const resumed = ['step 2 was RUNNING at start: reset to FAILED', running];
    await eventually('the script to run again', async () => {
      const { whys } = await reasons(service.url);
      return resumed.every((why) => whys.includes(why));
    });
    expect(await service.end('SIGTERM')).to.equal(0);
    const end = (await events.untilOver()).at(-1);
    expect(end).to.include({ event: 'end' });
    expect(end?.data.end).to.equal('failed');
    expect(end?.data.task?.message).to.match(/stopped by shutdown/);
  });
});

/** Of the last run: its journal, and the list that names it. */
async function reasons(url: string) {
  const runs: readonly RunAnswer[] = runSchema
    .array()
    .parse(await (await fetch(`${url}/api/v1/init/tasks/told/runs`)).json());
  const journal = await fetch(`${url}/api/v1/init/tasks/told/runs/${runs[0]?.run}`);
  const lines = (await journal.text()).trimEnd().split('\n');
  const isCut = journal.headers.get('x-journal-cut');
  return { runs, isCut, whys: lines.map((line) => JSON.parse(line).why as string | undefined) };
}
