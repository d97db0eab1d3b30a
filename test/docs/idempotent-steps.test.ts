/** The scripts of docs/idempotent-steps.md: as steps of a real task, and stopped before each of their commands. */

import { expect } from 'chai';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { commandBlocksOf } from '../support/pages/page-blocks.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { makeServiceFolders, startServiceProcess } from '../support/service-process.ts';

const PAGE = 'docs/idempotent-steps.md';

const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined;

const SCRIPTS = commandBlocksOf(PAGE)
  .map(({ place, text }) => ({ place, text }))
  .filter(({ text }) => !text.includes('psql ') || isThere('psql'));

/** More commands than any script of the page runs. */
const MOST_COMMANDS = 40;

describe('the scripts of the page on idempotent steps', function () {
  let root: string;
  let database: TestDatabase;

  before(async function () {
    for (const program of ['psql', 'bash'].filter((name) => !isThere(name))) {
      process.stderr.write(`What needs ${program} is not tested: it is not on this machine.\n`);
    }
    root = await mkdtemp(join(tmpdir(), 'tms-init-idempotent-'));
    database = await createTestDatabase();
  });

  after(async () => {
    await database.drop();
    await rm(root, { recursive: true });
  });

  it('are steps that end well', async () => {
    const folders = await makeServiceFolders();
    const site = join(folders.root, 'site');
    await mkdir(site);
    const settings = { SCRIPT_ENV: 'SITE,SHOP_DATABASE', SITE: site, SHOP_DATABASE: database.url };
    const service = await startServiceProcess(folders, settings);
    try {
      await service.createTask(
        'page',
        SCRIPTS.map(({ text }) => text),
      );
      await service.execute('page');
      await service.untilStatus('page', 'SUCCESS');
    } finally {
      await service.end('SIGTERM');
      process.kill(Number(await readFile(join(site, 'server.pid'), 'utf8')));
      await folders.remove();
    }
  });

  it('leave the same when they are stopped before any of their commands and run again', async function () {
    if (!isThere('bash')) this.skip();
    let base = join(root, 'base');
    await mkdir(base);
    for (const [index, { place, text }] of SCRIPTS.entries()) {
      const done = await copyOf(base, `done-${index}`);
      expect(await runScript(text, index, done), place).to.equal(0);
      const wanted = await resultIn(done);
      for (let command = 1; ; command += 1) {
        const site = await copyOf(base, `stopped-${index}-${command}`);
        const isOver = (await runScript(stoppedBefore(text, command), index, site, 'bash')) !== null;
        expect(await runScript(text, index, site), `${place}, after command ${command}`).to.equal(0);
        expect(await resultIn(site), `${place}, stopped before command ${command}`).to.deep.equal(wanted);
        if (isOver) break;
        expect(command).to.be.below(MOST_COMMANDS);
      }
      base = done;
    }
  });

  async function copyOf(site: string, name: string): Promise<string> {
    await cp(site, join(root, name), { recursive: true, verbatimSymlinks: true });
    return join(root, name);
  }

  /** Its exit code, null where it was killed. What it leaves running is ended, as the service does before it runs a step again. */
  async function runScript(text: string, index: number, site: string, shell = 'sh'): Promise<number | null> {
    const step = {
      TASK_ID: 'page',
      STEP_NO: String(index + 1),
      STEP_NAME: 'of the page',
      ATTEMPT: '2',
      ATTEMPT_ID: 'b'.repeat(16),
    };
    const env = { PATH: process.env['PATH'], SITE: site, SHOP_DATABASE: database.url, ...step };
    const child = spawn(shell, ['-c', text], { env, stdio: 'ignore', detached: true });
    await once(child, 'exit');
    if (child.pid) endGroup(child.pid);
    return child.exitCode;
  }

  /** Names and contents, but for what is different each time; and the rows. */
  async function resultIn(site: string): Promise<unknown> {
    const entries = await readdir(site, { recursive: true, withFileTypes: true });
    const files = await Promise.all(
      entries.map((entry) => describeEntry(site, join(entry.parentPath, entry.name), entry)),
    );
    const rows = isThere('psql') ? await rowsOf(database) : null;
    return { files: files.sort(), rows };
  }
});

/** bash calls the trap before each command; nothing of the script's own is called any more. */
function stoppedBefore(text: string, command: number): string {
  return `_n=0; set -T; trap '_n=$((_n + 1)); if [ $_n -gt ${command} ]; then kill -KILL 0; fi' DEBUG\n${text}`;
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface Kind {
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

async function describeEntry(site: string, path: string, kind: Kind): Promise<string> {
  const name = path.slice(site.length);
  if (kind.isDirectory()) return `${name}/`;
  const content = kind.isSymbolicLink() ? await readlink(path) : await readFile(path, 'utf8');
  return `${name}: ${name.endsWith('.pid') ? 'a pid' : content.replaceAll(site, '$SITE')}`;
}

async function rowsOf(database: TestDatabase): Promise<unknown> {
  const tables = await database.query(
    `select table_name from information_schema.tables where table_name ~ '^shop_' order by 1`,
  );
  return Promise.all(
    tables.map(async ({ table_name: table }) => [
      table,
      await database.query(`select * from ${String(table)} order by 1`),
    ]),
  );
}
