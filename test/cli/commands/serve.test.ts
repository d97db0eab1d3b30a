/** serve: the service in the place of the process that was started. */

import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

import { beginTmsInit, tmsInit } from '../../support/command-line.ts';
import { eventually } from '../../support/eventually.ts';
import { openEmbedded } from '../../support/service-databases.ts';
import { makeServiceFolders, type ServiceFolders } from '../../support/service-process.ts';
import { THE_SERVICE } from '../../support/the-service.ts';

describe('tms-init serve', () => {
  let folders: ServiceFolders;

  beforeEach(async () => {
    folders = await makeServiceFolders();
  });

  afterEach(() => folders.remove());

  it('runs the service in the folder where one is, as npm start does, and ends with it', async () => {
    await openEmbedded(folders);
    const environment = { PORT: '0', LOCK_DIR: `${folders.root}/locks` };
    const child = beginTmsInit(['serve'], { cwd: folders.root, environment });
    const lines: Record<string, unknown>[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)));
    child.stderr.resume();
    const ended = once(child, 'close');
    try {
      const listening = await eventually('it to listen', () => lines.find(({ msg }) => msg === 'listening'));
      const { exitCode, output } = await tmsInit(['list', '--json'], { url: String(listening['url']) });
      expect({ exitCode, items: JSON.parse(output).items }).to.deep.equal({ exitCode: 0, items: [] });
      expect(commandLineOf(child.pid ?? 0)).to.deep.equal(THE_SERVICE.map(absolute));
      expect(lines.find(({ msg }) => msg === 'starting')).to.include({ logs: `${folders.root}/data/logs` });
    } finally {
      child.kill('SIGTERM');
    }
    const [exitCode] = await ended;
    expect(exitCode).to.equal(0);
  });

  it('says in one line what is wrong with its settings', async () => {
    const { exitCode, error } = await tmsInit(['serve'], { cwd: folders.root, environment: { PORT: 'x' } });
    expect(exitCode).to.equal(1);
    expect(error).to.match(/^tms-init: PORT must .*\n$/);
  });
});

/** Of the process itself: no other one stands between it and whoever started it. */
function commandLineOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
}

function absolute(word: string): string {
  return word.startsWith('dist/') ? `${process.cwd()}/${word}` : word;
}
