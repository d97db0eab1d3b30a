/** Where the service is and by which token it is asked. */

import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import type { Environment } from '../../cli/environment.ts';
import { Fault } from '../../cli/faults/fault.ts';
import { placeOf, type SharedOptions } from '../../cli/settings.ts';

const NOTHING: Environment = { url: undefined, token: undefined, tokenFile: undefined, colors: null, isDumb: false };

const urlOf = (options: SharedOptions, environment: Partial<Environment> = {}) =>
  placeOf(options, { ...NOTHING, ...environment }).url;

const tokenOf = (options: SharedOptions, environment: Partial<Environment> = {}) =>
  placeOf(options, { ...NOTHING, ...environment }).token;

describe('the address of the service', () => {
  it('is that of a service on this machine unless something else is said', () => {
    expect(urlOf({})).to.equal('http://127.0.0.1:8080');
  });

  it('is taken from the option before the environment', () => {
    expect(urlOf({}, { url: 'http://one.example:1' })).to.equal('http://one.example:1');
    expect(urlOf({ url: 'http://two.example' }, { url: 'http://one.example:1' })).to.equal('http://two.example');
  });

  it('may have a path, below which a proxy has put the service', () => {
    expect(urlOf({ url: 'https://tools.example/init/' })).to.equal('https://tools.example/init');
  });

  const refused: readonly (readonly [string, string])[] = [
    ['localhost:8080', '--url must be an address such as http://127.0.0.1:8080, not "localhost:8080"'],
    ['ftp://a', '--url must be an address such as http://127.0.0.1:8080, not "ftp://a"'],
    ['http://', '--url must be an address such as http://127.0.0.1:8080, not "http://"'],
    ['http:evil.example', '--url must be an address such as http://127.0.0.1:8080, not "http:evil.example"'],
    ['http:/evil.example', '--url must be an address'],
    ['http:///evil.example', '--url must be an address'],
    [String.raw`http:\\evil.example`, '--url must be an address'],
    ['http://a\n.example', '--url must be an address'],
    ['', '--url must be an address such as http://127.0.0.1:8080, not ""'],
    ['http://ann:secret@a', '--url must have no user and no password; a token is given by --token-file'],
    ['http://a/?x=1', '--url must end with the path, without ? and #'],
    ['http://a/#x', '--url must end with the path, without ? and #'],
  ];
  for (const [url, message] of refused) {
    it(`cannot be ${JSON.stringify(url)}`, () => {
      expect(() => urlOf({ url }))
        .to.throw(Fault, message)
        .with.property('exitCode', 2);
    });
  }

  it('is told by the name of the variable where it came from there', () => {
    expect(() => urlOf({}, { url: 'a' })).to.throw(Fault, 'TMS_INIT_URL must be');
  });
});

describe('the token', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-token-'));
  });

  after(() => rm(folder, { recursive: true }));

  async function fileOf(content: string, mode = 0o600): Promise<string> {
    const path = join(folder, `file-${Math.random()}`);
    await writeFile(path, content);
    await chmod(path, mode);
    return path;
  }

  it('is none where none is given', () => {
    expect(tokenOf({})).to.equal(null);
  });

  it('comes from a file, without its line break', async () => {
    const path = await fileOf('tms_abc-_\n');
    expect(tokenOf({ tokenFile: path })).to.equal('tms_abc-_');
    expect(tokenOf({}, { tokenFile: path })).to.equal('tms_abc-_');
    await symlink(path, `${path}.link`);
    expect(tokenOf({ tokenFile: `${path}.link` })).to.equal('tms_abc-_');
  });

  it('comes from a variable', () => {
    expect(tokenOf({}, { token: 'tms_a' })).to.equal('tms_a');
  });

  it('comes from the option before the environment', async () => {
    const tokenFile = await fileOf('tms_option');
    expect(tokenOf({ tokenFile }, { token: 'tms_a', tokenFile: '/none' })).to.equal('tms_option');
  });

  it('is not guessed where the environment names two', () => {
    const message = 'TMS_INIT_TOKEN and TMS_INIT_TOKEN_FILE are both set; unset one of them';
    expect(() => tokenOf({}, { token: 'a', tokenFile: 'b' }))
      .to.throw(Fault, message)
      .with.property('exitCode', 2);
  });

  for (const mode of [0o640, 0o604, 0o660, 0o601]) {
    it(`is not taken from a file of mode ${mode.toString(8)}`, async () => {
      const path = await fileOf('tms_abc', mode);
      const message = `--token-file ${path} is open to other users; chmod 600 closes it`;
      expect(() => tokenOf({ tokenFile: path }))
        .to.throw(Fault, message)
        .with.property('exitCode', 2);
    });
  }

  it('is not taken from the file of another user', async function () {
    if (process.getuid?.() !== 0) this.skip();
    const path = await fileOf('tms_abc');
    execFileSync('chown', ['12345', path]);
    expect(() => tokenOf({ tokenFile: path })).to.throw(Fault, `--token-file ${path} belongs to user 12345`);
  });

  for (const content of ['', 'two words', 'two\nlines', 'x'.repeat(5000), '[{"name":"ann","sha256":"00"}]']) {
    it(`is not what is none, and that is not repeated: ${JSON.stringify(content.slice(0, 12))}`, async () => {
      const path = await fileOf(content);
      const message = `--token-file ${path} does not hold a token, which is one line`;
      expect(() => tokenOf({ tokenFile: path }))
        .to.throw(Fault)
        .with.property('message', message);
    });
  }

  it('is not what is none in a variable either', () => {
    expect(() => tokenOf({}, { token: 'two words' })).to.throw(Fault, /^TMS_INIT_TOKEN does not hold a token$/);
  });

  it('is not waited for where its file is a pipe, a folder, or not there', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(() => tokenOf({ tokenFile: pipe })).to.throw(Fault, `--token-file ${pipe} is no file`);
    expect(() => tokenOf({ tokenFile: folder })).to.throw(Fault, `--token-file ${folder} is no file`);
    expect(() => tokenOf({ tokenFile: '/none' })).to.throw(Fault, '--token-file /none cannot be read: ENOENT');
  });
});
