/** How much a real service takes, as its settings say. */

import { expect } from 'chai';

import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  type Command,
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
  THE_SERVICE,
} from '../support/service-process.ts';

const WITH_FEW_FILES: Command = ['/bin/sh', '-c', 'ulimit -n 256; exec "$0" "$@"', ...THE_SERVICE];

describe('a service with limits', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess;

  before(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
    const limits = { MAX_BODY: '1KiB', MAX_HEADERS: '2KiB', HEADERS_TIMEOUT: '60', MAX_CONNECTIONS: '300' };
    service = await startServiceProcess(folders, { ...database.settings, ...limits }, WITH_FEW_FILES);
  });

  after(async () => {
    await service.end('SIGTERM');
    await database.close();
    await folders.remove();
  });

  it('says at its start that it may open fewer files than these could need', () => {
    const warnings = service.lines.filter(({ msg }) => msg === 'files.too-few');
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.deep.include({ level: 'warn', mostOpenFiles: 256, maxConnections: 300, maxRunning: 1000 });
  });

  it('refuses what is larger', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const large = await service.call('/tasks', { method: 'POST', headers, body: ' '.repeat(1025) });
    expect(large).to.deep.include({ status: 413 });
    expect(await service.call('/tasks', { headers: { 'X-Long': 'x'.repeat(3000) } })).to.deep.include({ status: 431 });
    expect(await service.call('/tasks', { headers: { 'X-Long': 'x'.repeat(1000) } })).to.deep.include({ status: 200 });
  });
});
