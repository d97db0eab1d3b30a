import { expect } from 'chai';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { livingCommands } from '../support/living-processes.ts';
import { childOf, killTogether } from '../support/process-family.ts';
import { eventually } from '../support/eventually.ts';
import {
  beginService,
  makeServiceFolders,
  type ServiceFolders,
  startServiceProcess,
} from '../support/service-process.ts';

/** After the start of the database process. All of them by hand: MOMENTS=0,150,400,800,1300,2000 npx mocha … */
const MOMENTS_MS = (process.env['MOMENTS'] ?? '0,1300,900').split(',').map(Number);

describe('kill -9 and Ctrl-C during the first init of the embedded database (F73)', () => {
  let folders: ServiceFolders;

  beforeEach(async () => {
    folders = await makeServiceFolders();
  });

  afterEach(() => folders.remove());

  it(`at ${MOMENTS_MS.length} moments, one after the other on one folder, leaves a folder that opens`, async () => {
    for (const [index, ms] of MOMENTS_MS.entries()) {
      const start = beginService(folders, {});
      const database = await childOf(start.pid, 'database');
      // The moment is what is tested here.
      await setTimeout(ms);
      // With the database process, which would otherwise tidy up, and without.
      if (index % 2 === 0) killTogether([start.pid, database]);
      await start.endGroup(index % 3 === 2 ? 'SIGINT' : 'SIGKILL');
      await eventually('the database process to end', () => livingCommands(folders.root).length === 0);
    }
    const service = await startServiceProcess(folders);
    await service.createTask('works', ['true']);
    await service.execute('works');
    await service.untilStatus('works', 'SUCCESS');
    expect(await service.end('SIGTERM')).to.equal(0);
  });
});
