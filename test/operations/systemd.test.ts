/** The units of systemd: that systemd reads them without a word, and that they fit the service. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { expect } from 'chai';

import { readPruneRequest } from '../../src/retention/prune-request.ts';
import { argumentsOfStart, readProjectFile, secondsToEnd, SETTINGS } from '../support/operations-files.ts';
import { PROJECT } from '../support/the-service.ts';

const FOLDER = 'operations/systemd';

describe('the units of systemd', () => {
  const service = readUnit('tms-init.service');

  it('are read by systemd without a word', function () {
    if (spawnSync('systemd-analyze', ['--version']).error) {
      process.stderr.write('Not tested: there is no systemd-analyze on this machine.\n');
      this.skip();
    }
    const folder = mkdtempSync(join(tmpdir(), 'tms-init-units-'));
    try {
      const names = readdirSync(join(PROJECT, FOLDER));
      for (const name of names) {
        // Where the service is not installed there is no program to be found.
        const text = readProjectFile(`${FOLDER}/${name}`).replaceAll(/^ExecStart=\S+/gm, 'ExecStart=/bin/true');
        writeFileSync(join(folder, name), text);
      }
      const verify = () =>
        spawnSync('systemd-analyze', ['verify', '--man=no', ...names], { cwd: folder, encoding: 'utf8' });
      const { status, stderr } = verify();
      expect([status, stderr]).to.deep.equal([0, '']);
      writeFileSync(join(folder, 'tms-init.service'), '[Service]\nExecStart=/bin/true\nTimeoutStopSek=3\n');
      expect(verify().stderr).to.match(/TimeoutStopSek/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('leave the service the time that it needs to end, and its scripts to the service', () => {
    const given = environmentOf(service);
    expect(Number(last(service, 'TimeoutStopSec'))).to.be.at.least(secondsToEnd(given));
    expect(last(service, 'KillMode')).to.equal('mixed');
  });

  it('start what npm start starts', () => {
    const [, ...given] = last(service, 'ExecStart').split(' ');
    expect(given).to.deep.equal(argumentsOfStart());
  });

  it('start a prune that can be', () => {
    const [, program = '', ...given] = last(readUnit('tms-init-prune.service'), 'ExecStart').split(' ');
    expect(program).to.equal('src/prune.ts');
    expect(readPruneRequest(given, Date.now())).to.include({ isDryRun: false });
  });

  for (const name of ['tms-init.service', 'tms-init-prune.service']) {
    it(`set only what the service knows, and no secret: ${name}`, () => {
      const given = environmentOf(readUnit(name));
      for (const setting of Object.keys(given)) {
        expect(SETTINGS.has(setting) || setting === 'NODE_ENV', setting).to.equal(true);
      }
      expect(given['DATABASE_URL_FILE']).to.equal('%d/database-url');
      expect(given['DATABASE_URL']).to.equal(undefined);
    });
  }

  it('close for the nightly prune what they close for the service', () => {
    const prune = readUnit('tms-init-prune.service');
    const closing = /^(Protect|Private|Restrict|NoNew|Capability|Ambient|Lock|RemoveIPC|SystemCall)/;
    const closed = (unit: Unit) => Object.fromEntries([...unit].filter(([key]) => closing.test(key)));
    expect(Object.keys(closed(service))).to.have.length.above(15);
    expect(closed(prune)).to.deep.equal(closed(service));
  });

  it('keep the folder of the locks over a restart, and let the service see them', () => {
    expect(environmentOf(service)['LOCK_DIR']).to.match(new RegExp(`^/run/${last(service, 'RuntimeDirectory')}/`));
    expect(last(service, 'RuntimeDirectoryPreserve')).to.equal('yes');
    expect(service.has('ProcSubset')).to.equal(false);
    expect(service.has('MemoryDenyWriteExecute')).to.equal(false);
  });
});

type Unit = ReadonlyMap<string, readonly string[]>;

function readUnit(name: string): Unit {
  const unit = new Map<string, string[]>();
  for (const line of readProjectFile(`${FOLDER}/${name}`).split('\n')) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) unit.set(key, [...(unit.get(key) ?? []), value]);
  }
  return unit;
}

function last(unit: Unit, key: string): string {
  return unit.get(key)?.at(-1) ?? '';
}

function environmentOf(unit: Unit): Readonly<Record<string, string>> {
  const assignments = (unit.get('Environment') ?? []).flatMap((line) => line.split(' '));
  return Object.fromEntries(assignments.map((one) => one.split('=') as [string, string]));
}
