/**
 * Tokens of a real service: a reload, and the command that makes them. What is refused at the start: test/config.test.ts
 * (an address that others can reach, without tokens) and test/http/access/token-file.test.ts (a file that they may read)
 */

import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { newToken } from '../../src/http/access/new-token.ts';
import { eventually } from '../support/eventually.ts';
import { post } from '../support/http-service.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

describe('a service with tokens', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let path: string;

  before(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
    path = join(folders.root, 'tokens.json');
  });

  after(async () => {
    await database.close();
    await folders.remove();
  });

  it('lets in who has one, on any address, until it is taken out of the file', async () => {
    const ann = makeToken('ann', 'author');
    const { token, entry } = newToken('bob', 'read');
    const bob = { token, entry: JSON.stringify(entry) };
    await writeFile(path, `[${ann.entry}, ${bob.entry}]`, { mode: 0o600 });
    const service = await startServiceProcess(folders, { ...database.settings, TOKENS_FILE: path, HOST: '0.0.0.0' });
    try {
      expect(await statusOf(service)).to.equal(401);
      expect(await statusOf(service, ann.token)).to.equal(200);
      expect(await create(service, ann.token)).to.equal(201);
      expect(await create(service, bob.token)).to.equal(403);
      await eventually('both lines of the audit', () => auditOf(service).length === 2);
      expect(auditOf(service)).to.deep.equal([
        { operation: 'createTask', who: 'ann', taskId: 't', status: 201 },
        { operation: 'createTask', who: 'bob', taskId: null, status: 403 },
      ]);
      await writeFile(path, `[${bob.entry}]`, { mode: 0o600 });
      process.kill(service.pid, 'SIGHUP');
      await eventually('ann to be gone', async () => (await statusOf(service, ann.token)) === 401);
      expect(await statusOf(service, bob.token)).to.equal(200);
      expect(JSON.stringify(service.lines)).to.not.include(ann.token).and.not.include(bob.token);
    } finally {
      expect(await service.end('SIGTERM')).to.equal(0);
    }
  });

  it('is told how to use the command that makes tokens', () => {
    const words = /usage: npm run token -- NAME --role read\|operate\|author/;
    expect(() => runMakeToken(['ann', '--role', 'root'])).to.throw(words);
  });
});

async function statusOf(service: ServiceProcess, token?: string): Promise<number> {
  const { port } = new URL(service.url);
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/init/tasks`, { headers });
  await response.body?.cancel();
  return response.status;
}

async function create({ url }: ServiceProcess, token: string): Promise<number> {
  const { port } = new URL(url);
  const task = { taskId: 't', name: 'T', steps: [{ name: 'S', script: 'true' }] };
  const { headers, ...init } = post(task);
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/init/tasks`, {
    ...init,
    headers: { ...(headers as Record<string, string>), Authorization: `Bearer ${token}` },
  });
  await response.body?.cancel();
  return response.status;
}

/** Without what differs from run to run. */
function auditOf({ lines }: ServiceProcess): readonly Record<string, unknown>[] {
  return lines
    .filter(({ msg }) => msg === 'audit')
    .map(({ operation, who, taskId, status }) => ({ operation, who, taskId, status }));
}

interface Made {
  readonly token: string;
  /** As the file has it. */
  readonly entry: string;
}

function makeToken(name: string, role: string): Made {
  const said = runMakeToken([name, '--role', role]);
  const [token = '', entry = ''] = said.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
  return { token, entry };
}

function runMakeToken(args: readonly string[]): string {
  return execFileSync(process.execPath, ['src/make-token.ts', ...args], { encoding: 'utf8', stdio: 'pipe' });
}
