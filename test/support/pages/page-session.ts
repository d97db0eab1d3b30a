/**
 * The commands of a page, run in their order by one shell. `npm start` begins a real service; folders below /tmp, the ports and
 * the database are those of the test instead.
 */

import { expect } from 'chai';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from '../eventually.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../service-process.ts';
import { BY_NPM } from '../the-service.ts';
import { type Dialogue, dialoguesOf, type PageBlock } from './page-blocks.ts';
import { openShell, type Shell } from './shell.ts';

/** The database of the examples, with and without a password. */
const DATABASE_OF_PAGES = /postgresql:\/\/tms(?::\w+)?@localhost:5432\/tms/g;

const START = /^(?<settings>(?:[A-Z_]+=\S+ )*)npm start$/;

const USUAL_PORT = '8080';

export interface PageSession extends AsyncDisposable {
  run(block: PageBlock): Promise<void>;
}

interface Session {
  readonly folders: ServiceFolders;
  readonly shell: Shell;
  /** By the ports of the page. */
  readonly services: Map<string, ServiceProcess>;
  database: TestDatabase | null;
}

export async function openPageSession(): Promise<PageSession> {
  const session: Session = {
    folders: await makeServiceFolders(),
    shell: openShell(),
    services: new Map(),
    database: null,
  };
  return {
    run: (block) => (block.language === 'console' ? talk(session, block) : obey(session, block)),
    async [Symbol.asyncDispose]() {
      await session.shell[Symbol.asyncDispose]();
      await Promise.all([...session.services.values()].map((service) => service.end('SIGTERM')));
      await session.database?.drop();
      await session.folders.remove();
    },
  };
}

/** A block of commands: each has to end well. */
async function obey(session: Session, { text }: PageBlock): Promise<void> {
  const start = START.exec(text.trim());
  if (start) await startService(session, start.groups?.['settings'] ?? '');
  else await session.shell.run(await here(session, text));
}

async function startService(session: Session, assignments: string): Promise<void> {
  const given = (await here(session, assignments)).split(' ').filter((assignment) => assignment !== '');
  const settings = Object.fromEntries(
    given.map((assignment) => {
      const [name = '', ...value] = assignment.split('=');
      return [name, value.join('=')] as const;
    }),
  );
  const { PORT: port = USUAL_PORT, ...others } = settings;
  // Each has a folder of its own, as a host has; its locks are those of all of one host.
  const root = join(session.folders.root, `service-${port}`);
  await mkdir(root, { recursive: true });
  const own = { LOCK_DIR: join(session.folders.root, 'locks') };
  session.services.set(port, await startServiceProcess({ root }, { ...own, ...others }, BY_NPM));
}

/** Commands with their answers: one that only asks is asked again until it is answered as the page says. */
async function talk(session: Session, block: PageBlock): Promise<void> {
  for (const dialogue of dialoguesOf(block)) {
    if (changes(dialogue)) await hold(session, block, dialogue);
    else await eventually(`the answer of ${block.place}`, () => hold(session, block, dialogue), { withinMs: 20_000 });
  }
}

function changes({ command }: Dialogue): boolean {
  return !command.startsWith('curl ') || / -(?:X|d|T)|--data/.test(command);
}

async function hold(session: Session, { place }: PageBlock, { command, answer }: Dialogue): Promise<true> {
  const said = await session.shell.ask(await here(session, command));
  expect(normal(said.replaceAll(`${session.folders.root}/`, '/tmp/')), place).to.equal(normal(answer));
  return true;
}

/** The text with what this test has in place of what the page names. */
async function here(session: Session, text: string): Promise<string> {
  const { folders, services } = session;
  if (text.includes(`:${USUAL_PORT}/`) && !services.has(USUAL_PORT)) await startService(session, '');
  if (text.match(DATABASE_OF_PAGES)) session.database ??= await createTestDatabase();
  let result = text.replaceAll('/tmp/', `${folders.root}/`).replaceAll(DATABASE_OF_PAGES, session.database?.url ?? '');
  for (const [port, { url }] of services) {
    result = result.replaceAll(new RegExp(`http://(?:localhost|127\\.0\\.0\\.1):${port}\\b`, 'g'), url);
  }
  return result;
}

/** The same text whenever and wherever it was answered. */
function normal(answer: string): string {
  return answer
    .replaceAll('\r', '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/"owner":"(\w+):[^"]+"/g, '"owner":"$1:<process>"')
    .replaceAll(/W\/"[^"]+"/g, 'W/"<tag>"');
}
