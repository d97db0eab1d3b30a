/** The commands of docs/adopting-tables.md, on tables of another program. */

import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

import { type AdoptedTables, openAdoptedTables } from '../support/adopted-tables.ts';
import { commandBlocksOf } from '../support/pages/page-blocks.ts';
import { buildService, PROJECT } from '../support/the-service.ts';

const PAGE = 'docs/adopting-tables.md';

describe('the commands of the page on adopting tables', () => {
  let folder: string;
  let tables: AdoptedTables;
  let blocks: readonly string[];

  before(async () => {
    buildService();
    folder = mkdtempSync(join(tmpdir(), 'tms-init-adopting-'));
    tables = await openAdoptedTables('integer-ids');
    await tables.query(`create index on deploy_job (state, id); create index on deploy_job ((id::text) text_pattern_ops, id);
      create index on deploy_job (title text_pattern_ops, id)`);
    blocks = commandBlocksOf(PAGE).map(({ text }) =>
      text
        .replace('postgresql://user@host:5432/database', `'${tables.url}'`)
        .replaceAll('mapping.json', join(folder, 'mapping.json')),
    );
  });

  after(async () => {
    await tables.drop();
    rmSync(folder, { recursive: true });
  });

  const environment = () => ({ ...process.env, PORT: '0', DATA_DIR: folder, LOCK_DIR: join(folder, 'locks') });

  it('look at the database, write a mapping, and find nothing missing with it', () => {
    const [look, write, lookAgain] = [1, 2, 3].map((count) => inShell(blocks.slice(0, count).join(''), environment()));
    expect(look?.status).to.equal(1);
    expect(look?.stdout).to.include('These tables look like tasks and their steps.');
    expect(write?.status).to.equal(0);
    expect(lookAgain?.stdout).to.include('Nothing is missing for a start.');
    expect(lookAgain?.status).to.equal(0);
  });

  it('start the service on it', async () => {
    expect(blocks).to.have.length(4);
    const start = blocks.filter((_, place) => place !== 1).map((text) => text.replace('npm run doctor', ''));
    // A group of its own, so that all of npm, shell and service can be told to end.
    const child = spawn('sh', ['-c', start.join('')], { cwd: PROJECT, env: environment(), detached: true });
    let url: string | undefined;
    for await (const line of createInterface(child.stdout)) {
      url = /"url":"([^"]+)"/.exec(line)?.[1];
      if (url !== undefined) break;
    }
    const answer = await fetch(`${url}/api/v1/init/tasks/1`);
    expect(await answer.json()).to.include({ taskId: '1', name: 'Set up', totalSteps: 3 });
    child.stdout.resume();
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await once(child, 'exit');
  });
});

function inShell(text: string, env: NodeJS.ProcessEnv) {
  const { stdout, status } = spawnSync('sh', ['-c', text], { cwd: PROJECT, env, encoding: 'utf8' });
  return { stdout, status };
}
