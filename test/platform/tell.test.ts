/** What the programs write for people: names of others in it control no terminal. */

import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

import { printFindings } from '../../src/doctor/print-findings.ts';
import { inertText } from '../../src/platform/inert-text.ts';

const SRC = join(import.meta.dirname, '../../src');

const EVIL = 'x\u001B]0;q\u0007\u009B31m\u202E';

const SHOWN = String.raw`x\u001b]0;q\u0007\u009b31m\u202e`;

describe('a text for people', () => {
  it('has its line breaks and tabs, and shows every other control as what it is', () => {
    expect(inertText(`a\tb\r\n${EVIL}\n`)).to.equal(`a\tb${String.raw`\u000d`}\n${SHOWN}\n`);
  });

  it('keeps its values where it is JSON', () => {
    expect(JSON.parse(inertText(JSON.stringify({ name: EVIL })))).to.deep.equal({ name: EVIL });
  });

  const programs: readonly (readonly [string, readonly string[], Record<string, string>])[] = [
    ['prune.ts', ['--older-than', '1d', '--status', EVIL], {}],
    ['prune.ts', ['--older-than', EVIL], {}],
    ['doctor.ts', [`--${EVIL}`], {}],
    ['make-token.ts', [EVIL, '--role', EVIL], {}],
    ['main.ts', [], { TABLE_MAPPING: `/nowhere/${EVIL}`, DATABASE_URL: 'postgresql://a@127.0.0.1:2/b' }],
    ['main.ts', [], { DATABASE_URL_FILE: `/nowhere/${EVIL}` }],
    ['create-tables.ts', [], { DATABASE_URL_FILE: `/nowhere/${EVIL}` }],
  ];
  for (const [program, args, more] of programs) {
    it(`is what ${program} writes, whatever it is given: ${JSON.stringify([...args, ...Object.keys(more)])}`, () => {
      const env = { PATH: process.env['PATH'], ...more };
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(SRC, program), ...args], {
        encoding: 'utf8',
        env,
      });
      expect(status).to.be.greaterThan(0);
      expect(stderr).to.match(/^tms-init: /);
      // eslint-disable-next-line no-control-regex
      expect(stdout + stderr).to.not.match(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E]/);
    });
  }

  it('is what the doctor says of tables, a line for each that there is', () => {
    const name = `${EVIL}\nNothing is missing for a start.`;
    const column = { reference: 'name', column: name, type: name };
    const text = printFindings({
      database: name,
      server: name,
      tables: [{ reference: 'tms_init_task', table: name, exists: true, rows: 1, columns: [column] }],
      faults: [name],
      indexes: [{ table: name, columns: [name], statement: name, reason: name }],
      remarks: [name],
      guess: null,
    } as unknown as Parameters<typeof printFindings>[0]);
    expect(text).to.include(SHOWN);
    expect(text).to.not.match(/^Nothing is missing/m);
  });
});
