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

interface Script {
  readonly place: string;
  readonly text: string;
}

const usesDatabase = ({ text }: Script) => text.includes('psql ');

const SCRIPTS: readonly Script[] = commandBlocksOf(PAGE)
  .map(({ place, text }) => ({ place, text }))
  .filter((script) => !usesDatabase(script) || isThere('psql'));

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
    for (const [index, script] of SCRIPTS.entries()) {
      const done = await copyOf(base, `done-${index}`);
      expect(await runScript(script.text, index, done), script.place).to.equal(0);
      const trial = { ...script, index, base, wanted: await resultIn(done, script) };
      await stopAnywhere(trial);
      base = done;
    }
  });

  interface Trial extends Script {
    readonly index: number;
    /** What is there before the script. */
    readonly base: string;
    readonly wanted: unknown;
  }

  /** Several at a time; what works on the one database comes one after the other. */
  async function stopAnywhere(trial: Trial): Promise<void> {
    const several = usesDatabase(trial) ? 1 : 4;
    for (let first = 1; first < MOST_COMMANDS; first += several) {
      const commands = Array.from({ length: several }, (_, more) => first + more);
      const over = await Promise.all(commands.map((command) => stopBehind(trial, command)));
      if (over.includes(true)) return;
    }
    expect.fail(`${trial.place} has more than ${MOST_COMMANDS} commands`);
  }

  /** Whether the script had no further command to be stopped before. */
  async function stopBehind(trial: Trial, command: number): Promise<boolean> {
    const { text, place, index } = trial;
    const site = await copyOf(trial.base, `stopped-${index}-${command}`);
    const isOver = (await runScript(stoppedBehind(text, command), index, site, 'bash')) !== null;
    expect(await runScript(text, index, site), `${place}, again after command ${command}`).to.equal(0);
    expect(await resultIn(site, trial), `${place}, stopped behind command ${command}`).to.deep.equal(trial.wanted);
    return isOver;
  }

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
  async function resultIn(site: string, script: Script): Promise<unknown> {
    const entries = await readdir(site, { recursive: true, withFileTypes: true });
    const files = await Promise.all(
      entries.map((entry) => describeEntry(site, join(entry.parentPath, entry.name), entry)),
    );
    const rows = usesDatabase(script) ? await rowsOf(database) : null;
    return { files: files.sort(), rows };
  }
});

/** bash calls the trap before each command. */
function stoppedBehind(text: string, command: number): string {
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
