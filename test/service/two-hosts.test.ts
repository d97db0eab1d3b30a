/** Services of two hosts, each in a network namespace of its own, on one PostgreSQL; the cable of one is pulled. */

import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { Client } from 'pg';

import { eventually } from '../support/eventually.ts';
import { makeNamespace, type NetworkNamespace, NETWORK, whyNoNamespaces } from '../support/network-namespace.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
  type TaskJson,
} from '../support/service-process.ts';
import { THE_SERVICE } from '../support/the-service.ts';

/** Each question starts a program inside a host, which costs more than what it asks. */
const SELDOM = { everyMs: 500 };

/** The server frees the claims of a host that says nothing after some 25 s; the taker then waits for this too. */
const TAKEOVER_DELAY_S = 6;

interface Host {
  readonly network: NetworkNamespace;
  readonly service: ServiceProcess;
}

describe('services of two hosts on one PostgreSQL', function () {
  const reason = whyNoNamespaces();
  let folders: ServiceFolders;
  let hosts: Host[];
  let database: Client;

  before(function () {
    if (reason === null) return;
    console.log(`      skipped: ${reason}`);
    this.skip();
  });

  beforeEach(async () => {
    folders = await makeServiceFolders();
    const { url } = await startPostgresServer({ network: NETWORK });
    database = new Client({ connectionString: url });
    await database.connect();
    hosts = [await startHost('a', url, 1), await startHost('b', url, 2)];
  });

  afterEach(async () => {
    await database.end();
    await Promise.all(hosts.map(({ service }) => service.end('SIGKILL')));
    await Promise.all(hosts.map(({ network }) => network.remove()));
    await folders.remove();
  });

  it('F62: the one that is cut off ends its script before the other one takes the task, and writes nothing late', async () => {
    const [a, b] = hosts as [Host, Host];
    // Both hosts share the folder of scripts, so that a script which is still alive is seen by its lock.
    const script = 'exec 9>probe; flock -n 9 || echo overlap >> ran; echo s >> ran; [ -e taken ] || sleep 300';
    await ask(a, 'POST', '/tasks', { taskId: 'cut', name: 'cut', steps: [{ name: 'one', script }] });
    expect(await ask(a, 'POST', '/tasks/cut/execute')).to.include({ started: true });
    await eventually('the script to run', async () => (await ran()) === 's\n');
    expect(await ask(b, 'GET', '/tasks/cut')).to.include({ active: true, status: 'RUNNING' });
    await a.network.pullCable();
    await eventually('a to give its claim up', () => events(a).includes('claim.gone'));
    await writeFile(join(folders.root, 'taken'), '');
    await eventually('the server to free the claim', isClaimFree);
    const isTaken = async () => (await ask(b, 'POST', '/tasks/cut/execute')).started;
    await eventually('b to take the task', isTaken, SELDOM);
    const isOver = async () => (await ask(b, 'GET', '/tasks/cut')).status === 'SUCCESS';
    await eventually('b to run the task', isOver, SELDOM);
    expect(await ran()).to.equal('s\ns\n');
    await a.network.plugCable();
    await eventually('a to be back', () => events(a).includes('claims.regained'));
    const isTold = async () => (await ask(a, 'GET', '/tasks/cut')).status === 'SUCCESS';
    await eventually('a to tell what b did', isTold, SELDOM);
    expect(await ask(a, 'GET', '/tasks/cut/steps/1')).to.include({ status: 'SUCCESS', attempts: 2 });
  });

  async function startHost(name: string, url: string, subnet: number): Promise<Host> {
    const network = await makeNamespace(subnet);
    const seen = Object.assign(new URL(url), { hostname: network.hostAddress }).href;
    const settings = {
      DATABASE_URL: seen,
      CREATE_TABLES: 'auto',
      INSTANCE: name,
      LOCK_DIR: join(folders.root, `locks-${name}`),
      TAKEOVER_DELAY: String(TAKEOVER_DELAY_S),
    };
    return { network, service: await startServiceProcess(folders, settings, network.inside(THE_SERVICE)) };
  }

  async function isClaimFree(): Promise<boolean> {
    const { rows } = await database.query("select from pg_locks where locktype = 'advisory'");
    return rows.length === 0;
  }

  async function ran(): Promise<string> {
    return readFile(join(folders.root, 'ran'), 'utf8').catch(() => '');
  }
});

type Answer = Partial<TaskJson> & { readonly attempts?: number };

/** A request from inside the host, because each service listens on its own loopback only. */
async function ask({ network, service }: Host, method: string, path: string, body?: object): Promise<Answer> {
  const init = { method, body: body && JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const url = `${service.url}/api/v1/init${path}`;
  const program = `console.log(await (await fetch(${JSON.stringify(url)}, ${JSON.stringify(init)})).text())`;
  return JSON.parse(await network.run(process.execPath, ['--input-type=module', '--eval', program]));
}

function events({ service }: Host): unknown[] {
  return service.lines.map(({ msg }) => msg);
}
