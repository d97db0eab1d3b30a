/** The examples that execute a task and wait for it: the same exit codes and words in sh and in Node.js. */

import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { expect } from 'chai';

import { eventually } from '../support/eventually.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

const STEPS: Readonly<Record<string, readonly string[]>> = {
  'run-task.sh': ['sh', 'examples/pipeline-step/run-task.sh'],
  'run-task.mjs': [process.execPath, 'examples/pipeline-step/run-task.mjs'],
};

for (const [name, command] of Object.entries(STEPS)) {
  describe(`the example ${name}`, () => {
    let folders: ServiceFolders;
    let database: ServiceDatabase;
    let service: ServiceProcess;
    let gate: string;

    before(async () => {
      folders = await makeServiceFolders();
      database = await openPostgres();
      service = await startServiceProcess(folders, database.settings);
      gate = join(folders.root, 'gate');
      await service.createTask('good', [`until [ -e '${gate}' ]; do sleep 0.05; done`, 'true']);
      await service.createTask('bad', ['true', `echo "no \\"disk\\", sorry" >&2; exit 3`]);
    });

    after(async () => {
      await service?.end('SIGTERM');
      await database?.close();
      await folders?.remove();
    });

    it('waits until the task is SUCCESS, asking by its ETag, and ends with 0; again at once', async () => {
      const asked = await countAnswers(service.url);
      const waiting = run(['good'], asked.url);
      await eventually(
        'it to be told that nothing is new',
        () => asked.statuses.filter((one) => one === 304).length > 2,
      );
      await writeFile(gate, '');
      expect(await waiting).to.include({ code: 0, errors: '' });
      expect((await run(['good'])).code).to.equal(0);
      expect(asked.statuses.filter((one) => one === 200).length).to.be.below(5);
      await asked.close();
    });

    it('ends with 1 and the message where the task failed', async () => {
      const { code, output, errors } = await run(['bad']);
      expect(code, errors).to.equal(1);
      expect(errors).to.match(/^FAILED: step 2 of 2 \(step-2\): exit code 3; last output: no .*disk.*, sorry/);
      expect(output).to.match(/1 of 2 steps\n$/);
    });

    it('ends with 2 where it is refused or called wrongly, and says why', async () => {
      expect((await run(['nobody'])).code).to.equal(2);
      expect((await run(['nobody'])).errors).to.match(/^refused with 404: .*task-not-found/);
      expect(await run([])).to.include({ code: 2 });
    });

    it('ends with 3 where nobody answers for so long, and asks again where the service is busy', async () => {
      const url = `http://127.0.0.1:${await lastingPort()}`;
      const { code, errors } = await run(['good'], url, { TMS_INIT_PATIENCE: '0' });
      expect(code, errors).to.equal(3);
      expect(errors).to.include(`no answer from ${url} within 0 s`);
      const busy = await countAnswers(service.url, 1);
      expect((await run(['good'], busy.url)).code).to.equal(0);
      expect(busy.statuses[0]).to.equal(503);
      await busy.close();
    });

    function run(
      args: readonly string[],
      url = service.url,
      more: Readonly<Record<string, string>> = {},
    ): Promise<Ended> {
      const env = { PATH: process.env['PATH'], TMS_INIT_URL: url, TMS_INIT_PAUSE: '0.1', ...more };
      const [program = '', ...before] = command;
      return new Promise((resolve) => {
        const child = execFile(program, [...before, ...args], { env, timeout: 60_000 }, (_error, output, errors) => {
          resolve({ code: child.exitCode ?? 255, output, errors });
        });
      });
    }
  });
}

interface Counted {
  readonly url: string;
  readonly statuses: readonly number[];
  close(): Promise<void>;
}

/** Hands everything on to a service and keeps what it answered; the first answers may say that it is busy instead. */
async function countAnswers(target: string, busyFor = 0): Promise<Counted> {
  const statuses: number[] = [];
  const handOn = async ({ method = 'GET', url = '', headers }: IncomingMessage, response: ServerResponse) => {
    const given = { 'If-None-Match': headers['if-none-match'] ?? '' };
    const isBusy = statuses.length < busyFor;
    const answer = isBusy ? null : await fetch(target + url, { method, headers: given });
    statuses.push(answer?.status ?? 503);
    response.writeHead(answer?.status ?? 503, { ETag: answer?.headers.get('etag') ?? '', 'Retry-After': '1' });
    response.end(await answer?.text());
  };
  const server = createServer((request, response) => void handOn(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
