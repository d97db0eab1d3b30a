/** Canaries in the place of the secrets of a real service: none of them is found anywhere but where it was put. */

import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { newToken } from '../../src/http/access/new-token.ts';
import { eventually } from '../support/eventually.ts';
import { fileModesIn } from '../support/file-modes.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import {
  makeServiceFolders,
  runServiceToEnd,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { withUmask } from '../support/the-service.ts';

/** Also in a part of it, or encoded in another way, this would be seen. */
const CANARY = 'c4nary';
const PASSWORD = `${CANARY}/open "the": database`;

const TOKEN = newToken('ann', 'author');
const WRONG_TOKEN = newToken('bob', 'author').token;

/** All that a script can learn of the service by its own rights, but for the contents of files. */
const CURIOUS = `
  env
  tr '\\0' '\\n' < /proc/$PPID/environ
  read -r stat < "/proc/$PPID/stat" && set -- \${stat##*) }
  echo "the service is $2" && tr '\\0' '\\n' < "/proc/$2/environ"
  cat /proc/[0-9]*/cmdline | tr '\\0' ' '
`;

const CARELESS = `printf 'no %s by %s or %s\\n' "$(cat database-url)" "$(cat password)" "$(cat token)"; exit 1`;

describe('the secrets of a service', () => {
  let folders: ServiceFolders;
  let database: TestDatabase;
  let role: string;
  const answers: string[] = [];

  before(async () => {
    folders = await makeServiceFolders();
    database = await createTestDatabase();
    role = `${database.name}_owner`;
    await database.query(`create role ${role} login password '${PASSWORD}'`);
    await database.query(`alter database ${database.name} owner to ${role}`);
    const entry = JSON.stringify([TOKEN.entry]);
    const files = { 'database-url': urlWith(PASSWORD), password: PASSWORD, token: TOKEN.token, 'tokens.json': entry };
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folders.root, name), content, { mode: 0o600 });
  });

  after(async () => {
    const owner = database;
    await owner.query(`reassign owned by ${role} to current_user`);
    await owner.query(`alter database ${owner.name} owner to current_user`);
    await owner.query(`drop owned by ${role}`);
    await owner.query(`drop role ${role}`);
    await owner.drop();
    await folders.remove();
  });

  function urlWith(password: string): string {
    return Object.assign(new URL(database.url), { username: role, password: encodeURIComponent(password) }).href;
  }

  it('are found in no answer, no row, no line of the service, and by no script', async () => {
    const logDir = join(folders.root, 'open-logs');
    await mkdir(logDir);
    await chmod(logDir, 0o777);
    const settings = {
      DATABASE_URL_FILE: join(folders.root, 'database-url'),
      TOKENS_FILE: join(folders.root, 'tokens.json'),
      CREATE_TABLES: 'auto',
      LOG_LEVEL: 'trace',
      LOG_DIR: logDir,
    };
    const service = await startServiceProcess(folders, settings, withUmask('077'));
    try {
      await run(service, 'curious', CURIOUS);
      const seen = await ask(service, '/tasks/curious/steps/1/log');
      expect(seen).to.include('TASK_ID=curious').and.include('DATABASE_URL_FILE=').and.include('dist/service/main.js');

      await run(service, 'careless', CARELESS);
      const { message } = JSON.parse(await ask(service, '/tasks/careless/steps/1'));
      expect(message).to.equal(`exit code 1; last output: no ${maskedUrl()} by *** or tms_***`);

      await ask(service, '/tasks', { headers: { Authorization: `Bearer ${WRONG_TOKEN}` } });
      await ask(service, `/tasks?status=${WRONG_TOKEN}`);
      for (const path of ['/tasks', '/tasks/careless', '/tasks/careless/steps/1/attempts']) await ask(service, path);
    } finally {
      expect(await service.end('SIGTERM')).to.equal(0);
    }
    const rows = await database.query('select * from tms_init_task');
    rows.push(...(await database.query('select * from tms_init_task_step')));
    expect(rows).to.have.length(4);
    const journals = journalsIn(logDir);
    expect(journals).to.have.length(2);
    expectNoSecret({ answers, rows, journals, lines: service.lines, errors: service.errors });
    expect(service.lines.find(({ msg }) => msg === 'folder.exposed')).to.include({ folder: logDir });
    expect(service.lines.some(({ msg }) => msg === 'secret.exposed')).to.equal(false);
    expectPrivate(logDir);
  });

  it('are not told by a start that the database refuses, which tells where others can read them', async () => {
    const wrong = { DATABASE_URL: urlWith(`${CANARY} of yesterday`) };
    const { exitCode, output, error } = await runServiceToEnd(folders, wrong);
    expect(exitCode).to.equal(1);
    expect(error).to.match(/^tms-init: PostgreSQL at .* cannot be used: password authentication failed .*\.\n$/);
    expect(output).to.match(/"setting":"DATABASE_URL".*DATABASE_URL_FILE.*"msg":"secret\.exposed"/);
    expectNoSecret({ output, error });
  });

  async function run(service: ServiceProcess, taskId: string, script: string): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ taskId, name: taskId, steps: [{ name: 'a step', script }] });
    await ask(service, '/tasks', { method: 'POST', headers, body });
    await ask(service, `/tasks/${taskId}/execute`, { method: 'POST' });
    const isOver = async () => /"status":"(SUCCESS|FAILED)"/.test(await ask(service, `/tasks/${taskId}`));
    await eventually(`the end of ${taskId}`, isOver);
  }

  /** Keeps the whole answer, with its headers. */
  async function ask({ url }: ServiceProcess, path: string, init: RequestInit = {}): Promise<string> {
    const headers = new Headers(init.headers);
    if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${TOKEN.token}`);
    const response = await fetch(`${url}/api/v1/init${path}`, { ...init, headers });
    const text = await response.text();
    answers.push(JSON.stringify([...response.headers]), text);
    return text;
  }

  function maskedUrl(): string {
    return urlWith('').replace(role, `${role}:***`);
  }
});

function expectNoSecret(places: Readonly<Record<string, unknown>>): void {
  for (const [place, content] of Object.entries(places)) {
    const text = JSON.stringify(content);
    const found = [CANARY, TOKEN.token, WRONG_TOKEN].filter((secret) => text.includes(secret));
    expect(found).to.deep.equal([], place);
  }
}

function journalsIn(logDir: string): readonly string[] {
  const names = readdirSync(logDir, { encoding: 'utf8', recursive: true });
  return names.filter((name) => name.endsWith('.ndjson')).map((name) => readFileSync(join(logDir, name), 'utf8'));
}

/** A folder that was there keeps its rights; what is made in it has none for others. */
function expectPrivate(logDir: string): void {
  const [folder, ...made] = fileModesIn(logDir);
  expect(folder?.mode).to.equal(0o777);
  expect(made).to.have.length(8);
  expect(made.filter(({ mode }) => (mode & 0o077) !== 0)).to.deep.equal([]);
}
