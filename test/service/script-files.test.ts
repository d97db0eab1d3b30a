/** A service whose steps may only run files of its scripts folder. */

import { expect } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

describe('SCRIPT_POLICY=files', () => {
  let database: ServiceDatabase;
  let folders: ServiceFolders;
  let scriptsDir: string;
  let service: ServiceProcess;

  before(async () => {
    folders = await makeServiceFolders();
    scriptsDir = join(folders.root, 'scripts');
    await mkdir(scriptsDir, { mode: 0o755 });
    database = await openPostgres();
    service = await startServiceProcess(folders, {
      ...database.settings,
      SCRIPT_POLICY: 'files',
      SCRIPTS_DIR: scriptsDir,
    });
  });
  after(async () => {
    await service.end('SIGTERM');
    await database.close();
    await folders.remove();
  });

  const writeScript = (name: string, content: string) => writeFile(join(scriptsDir, name), content, { mode: 0o755 });

  it('stops a run at a file that cannot run, says why, and resumes there once it is mended', async () => {
    await writeScript('first.sh', '#!/bin/sh\necho once\n');
    await writeScript('last.sh', '#!/bin/sh\necho "$1" > greeting\n');
    await service.createTask('mended', ['first.sh', 'second.sh', `last.sh 'good day'`]);

    expect(await service.execute('mended')).to.deep.include({ status: 202 });
    const { message } = await service.untilStatus('mended', 'FAILED');
    expect(message).to.equal('step 2 of 3 (step-2): the script was not found: "second.sh"');
    expect(await facts('mended')).to.deep.equal(['SUCCESS 0 1', 'FAILED null 1', 'PENDING null 0']);

    await writeScript('second.sh', '#!/bin/sh\nexit 0\n');
    expect(await service.execute('mended')).to.deep.include({ status: 202 });
    await service.untilStatus('mended', 'SUCCESS');
    expect(await facts('mended')).to.deep.equal(['SUCCESS 0 1', 'SUCCESS 0 2', 'SUCCESS 0 1']);
  });

  it('runs no command line: neither by a shell nor from PATH', async () => {
    for (const [taskId, script, fault] of [
      ['line', 'echo done > made', 'the script was not found: "echo"'],
      ['shell', '/bin/sh -c "echo done"', 'the script is outside the scripts folder: "/bin/sh"'],
      ['open-quote', "echo 'done", "the script has a quote (') that is not closed"],
    ] as const) {
      await service.createTask(taskId, [script]);
      expect(await service.execute(taskId)).to.deep.include({ status: 202 });
      expect(await service.untilStatus(taskId, 'FAILED')).to.include({ message: `step 1 of 1 (step-1): ${fault}` });
    }
  });

  async function facts(taskId: string): Promise<readonly string[]> {
    return (await service.steps(taskId)).map(({ status, exitCode, attempts }) => `${status} ${exitCode} ${attempts}`);
  }
});
