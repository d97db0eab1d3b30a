import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { serialize } from 'node:v8';
import { gzipSync } from 'node:zlib';

import { expect } from 'chai';

import {
  builtTemplate,
  readTemplate,
  writeFiles,
  writeTemplate,
} from '../../../src/persistence/embedded/database-template.ts';
import { makeTemplate } from '../../../src/persistence/embedded/make-template.ts';

describe('the template of the embedded database', () => {
  let folder: string;
  let template: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tms-init-test-'));
    template = join(folder, 'built', 'template.gz');
    mkdirSync(join(folder, 'pg', 'base', 'empty'), { recursive: true });
    writeFileSync(join(folder, 'pg', 'PG_VERSION'), '18\n');
    writeFileSync(join(folder, 'pg', 'base', '1'), Buffer.alloc(100_000, 7));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('is named by the version of PGlite, so that none is used that another version made', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(basename(builtTemplate())).to.equal(`embedded-database-${dependencies['@electric-sql/pglite']}.gz`);
  });

  it('gives back every file and folder', () => {
    writeTemplate(template, join(folder, 'pg'));
    writeFiles(join(folder, 'again'), readTemplate(template) ?? new Map());
    expect(readdirSync(join(folder, 'again'), { recursive: true })).to.have.members(
      readdirSync(join(folder, 'pg'), { recursive: true }),
    );
    for (const name of ['PG_VERSION', 'base/1']) {
      expect(readFileSync(join(folder, 'again', name)).equals(readFileSync(join(folder, 'pg', name)))).to.equal(true);
    }
  });

  it('can be read by every user, whatever the umask of who installs', () => {
    const umask = process.umask(0o077);
    try {
      writeTemplate(template, join(folder, 'pg'));
    } finally {
      process.umask(umask);
    }
    expect((statSync(template).mode & 0o777).toString(8)).to.equal('644');
  });

  it('is not there, nor a part of it, where it could not be written whole', () => {
    mkdirSync(join(template, 'in the way'), { recursive: true });
    expect(() => writeTemplate(template, join(folder, 'pg'))).to.throw();
    expect(readdirSync(join(folder, 'built'))).to.deep.equal(['template.gz']);
  });

  it('need not be there', () => {
    expect(readTemplate(template)).to.equal(null);
  });

  it('is known for damaged by any byte that is missing or wrong', () => {
    writeTemplate(template, join(folder, 'pg'));
    const whole = readFileSync(template);
    const wrong = Buffer.from(whole);
    wrong.writeUInt8(wrong.readUInt8(whole.length - 6) ^ 1, whole.length - 6);
    for (const damaged of [whole.subarray(0, -1), wrong, Buffer.alloc(0), gzipSync(serialize({})), gzipSync('text')]) {
      writeFileSync(template, damaged);
      expect(() => readTemplate(template)).to.throw();
    }
  });

  it('is left alone where it is there already', async () => {
    writeTemplate(template, join(folder, 'pg'));
    const { ino, mtimeMs } = statSync(template);
    await makeTemplate(template);
    expect(statSync(template)).to.include({ ino, mtimeMs });
  });
});
