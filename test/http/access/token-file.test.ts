import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { newToken } from '../../../src/http/access/new-token.ts';
import { openTokenBook } from '../../../src/http/access/token-book.ts';
import { readTokenFile } from '../../../src/http/access/token-file.ts';
import { recordEvents } from '../../support/logged-events.ts';

const SUM = 'ab'.repeat(32);

describe('the file of tokens', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-test-tokens-'));
    path = join(folder, 'tokens.json');
  });

  afterEach(() => rm(folder, { recursive: true }));

  const UNUSABLE: Readonly<Record<string, readonly [content: unknown, words: RegExp]>> = {
    'is no JSON': ['my-secret-token', /is not JSON\.$/],
    'is no list': [{}, /expected array/],
    'is empty': [[], /has no token/],
    'has a name twice': [[entry('ann'), entry('ann')], /has a name twice/],
    'has a token twice': [[entry('ann'), entry('bob')], /has a token twice/],
    'has a name that cannot be logged': [[entry('a\nb')], /0\.name must have 1 to 64 characters/],
    'has an unknown role': [[{ ...entry('ann'), role: 'root' }], /0\.role must be read, operate, author/],
    'has a sum of another length': [[{ ...entry('ann'), sha256: 'abc' }], /0\.sha256 must be 64 hexadecimal digits/],
    'has something else besides': [[{ ...entry('ann'), token: 'my-secret-token' }], /token/],
  };

  for (const [what, [content, words]] of Object.entries(UNUSABLE)) {
    it(`is refused where it ${what}, in one line without what is in it`, async () => {
      await write(content);
      expect(() => readTokenFile(path))
        .to.throw(words)
        .with.property('message')
        .that.matches(/^TOKENS_FILE [^\n]*$/)
        .and.does.not.include('my-secret-token');
    });
  }

  for (const mode of [0o640, 0o604, 0o660, 0o644]) {
    it(`is refused where others may touch it: ${mode.toString(8)}`, async () => {
      await write([entry('ann')]);
      await chmod(path, mode);
      expect(() => readTokenFile(path)).to.throw(/is open to other users; chmod 600 closes it/);
    });
  }

  it('is refused where it is missing, a folder, or a pipe that nobody writes to', async () => {
    expect(() => readTokenFile(path)).to.throw(/cannot be read: ENOENT/);
    await mkdir(path, { mode: 0o700 });
    expect(() => readTokenFile(path)).to.throw(/is no file/);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', ['--mode=600', pipe]);
    expect(() => readTokenFile(pipe)).to.throw(/is no file/);
  });

  it('tells whose a token is, and forgets those that are gone when it is read again', async () => {
    const ann = newToken('ann', 'operate');
    const bob = newToken('bob', 'read');
    await write([ann.entry, bob.entry]);
    const { logger, events } = recordEvents();
    const book = openTokenBook(path, logger);
    expect(book.find(ann.token)).to.include({ name: 'ann', role: 'operate' });
    expect(book.find(bob.token)).to.include({ name: 'bob', role: 'read' });
    for (const wrong of ['', ann.entry.sha256, ann.token.slice(1), `${ann.token} `])
      expect(book.find(wrong)).to.equal(null);

    await write([bob.entry]);
    expect(book.find(ann.token)).to.include({ name: 'ann' });
    book.reload();
    expect(book.find(ann.token)).to.equal(null);
    expect(book.find(bob.token)).to.include({ name: 'bob' });

    await write('broken');
    book.reload();
    expect(book.find(bob.token)).to.include({ name: 'bob' });
    expect(events.map(({ event }) => event)).to.deep.equal(['tokens.loaded', 'tokens.not-loaded']);
    expect(JSON.stringify(events)).to.not.include(bob.token).and.not.include(bob.entry.sha256);
  });

  async function write(content: unknown): Promise<void> {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(path, text, { mode: 0o600 });
  }
});

function entry(name: string) {
  return { name, role: 'read', sha256: SUM };
}
