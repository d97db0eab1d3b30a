/** The commands of docs/api.md, run as they stand there, in their order, against a service of their own. */

import { execFile, spawnSync } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';

import { expect } from 'chai';

import { eventually } from '../support/eventually.ts';
import { readmeRequests } from '../support/readme-requests.ts';
import { openEmbedded } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

const PAGE = 'docs/api.md';

describe(PAGE, () => {
  let folders: ServiceFolders;
  let service: ServiceProcess;

  before(async function () {
    if (spawnSync('curl', ['--version']).error !== undefined) {
      process.stderr.write('Its commands are not tested: there is no curl on this machine.\n');
      return this.skip();
    }
    folders = await makeServiceFolders();
    await openEmbedded(folders);
    service = await startServiceProcess(folders, { LANG: 'C.UTF-8' });
  });

  after(async () => {
    await service?.end('SIGTERM');
    await folders?.remove();
  });

  for (const [index, { command, answer }] of readmeRequests(PAGE).entries()) {
    it(`says what command ${index + 1} answers: ${command.slice(0, 60)}`, async () => {
      const { stdout } = await promisify(execFile)(
        'sh',
        ['-c', command.replaceAll('http://localhost:8080', service.url)],
        {
          cwd: folders.root,
          timeout: 10_000,
        },
      );
      expect(normal(stdout.trim())).to.equal(normal(answer));
      if (command.includes('/execute')) await eventually('the run to end', isOver);
    });
  }

  async function isOver(): Promise<boolean> {
    return !(await service.call('/tasks/backup')).body.active;
  }
});

/** The same text whenever it was answered. */
function normal(answer: string): string {
  return answer.replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"');
}
