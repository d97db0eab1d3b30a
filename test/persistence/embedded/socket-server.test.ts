/** The database's socket under several clients at once: one session for all, none in the way of another for ever. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import type { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { expect } from 'chai';
import { Client } from 'pg';

import { SOCKET_NAME } from '../../../src/persistence/embedded/channel.ts';
import { openPGlite } from '../../../src/persistence/embedded/pglite.ts';
import { listen } from '../../../src/persistence/embedded/socket-server.ts';
import { copyEmbeddedTemplate } from '../../support/embedded-template.ts';
import { eventually } from '../../support/eventually.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

describe('the socket of the embedded database', () => {
  let host: string;
  let database: PGlite;
  let server: PGLiteSocketServer;
  let clients: Client[] = [];
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => void faults.push(fault);

  before(async () => {
    host = await mkdtemp(join(tmpdir(), 'tms-init-test-'));
    await copyEmbeddedTemplate(host);
    database = await openPGlite(join(host, 'pg'));
    server = await listen(database, join(host, SOCKET_NAME), { onFault });
  });

  afterEach(async () => {
    for (const client of clients) await client.end();
    clients = [];
    expect(faults).to.deep.equal([]);
  });

  after(async () => {
    await server.stop();
    await database.close();
    await rm(host, { recursive: true });
  });

  async function connect(): Promise<Client> {
    const client = new Client({ host, user: 'postgres', database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  }

  it('keeps large statements of several clients apart', async () => {
    // Comes in several pieces.
    const large = 'x'.repeat(500_000);
    const ask = async (client: Client, number: number) => {
      const { rows } = await client.query(`select ${number} as client, length($1::text) as length`, [large]);
      return rows[0] as unknown;
    };
    const answers = await Promise.all((await connectMany(4)).map(ask));
    expect(answers).to.deep.equal([0, 1, 2, 3].map((client) => ({ client, length: large.length })));
  });

  it('lets clients prepare the same named statement each for themselves', async () => {
    const [one, other] = await connectMany(2);
    const named = { name: 'same', text: 'select $1::int as n' };
    for (const client of [one, other, one, other]) {
      expect((await client?.query(named, [3]))?.rows).to.deep.equal([{ n: 3 }]);
    }
  });

  it('undoes the transaction of a client that is gone, and goes on with the others', async () => {
    const [one, other] = await connectMany(2);
    await one?.query('create table undone (n int)');
    await one?.query('begin');
    await one?.query('insert into undone values (1)');
    const waiting = other?.query('select count(*)::int as n from undone');
    destroySocket(one);
    expect((await waiting)?.rows).to.deep.equal([{ n: 0 }]);
  });

  it('forgets the half of a statement whose client is gone', async () => {
    const [one, other] = await connectMany(2);
    const abandoned = one?.query('select length($1::text)', ['x'.repeat(4_000_000)]);
    abandoned?.catch(() => undefined);
    setImmediate(() => destroySocket(one));
    expect((await other?.query('select $1::int as n', [5]))?.rows).to.deep.equal([{ n: 5 }]);
  });

  it('cuts off a client that stays silent inside a transaction', async () => {
    await server.stop();
    server = await listen(database, join(host, SOCKET_NAME), { onFault, silenceMs: 1000 });
    await database.exec('create table cut_off (n int)');
    const silent = await connect();
    // In one message: on a busy machine it might be silent for so long between two.
    await silent.query('begin; insert into cut_off values (1)');
    // Whoever waits is silent too and may be cut off in its turn, so it asks again.
    const rows = await eventually('another client to be let in', async () => (await connect()).query('table cut_off'));
    expect(rows.rows).to.deep.equal([]);
    expect(String(await rejectionOf(silent.query('select 1')))).to.match(/terminated|closed|EPIPE|queryable/);
  });

  async function connectMany(count: number): Promise<Client[]> {
    const connected: Client[] = [];
    for (let n = 0; n < count; n += 1) connected.push(await connect());
    return connected;
  }
});

function destroySocket(client: Client | undefined): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
