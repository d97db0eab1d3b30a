/** What a log line holds of an error, and that it holds no secret, wherever in it that may be. */

import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const SRC = join(import.meta.dirname, '../src');

const SECRET = 'open "sesame\\';

const PROGRAM = `
  import { createLogger } from ${JSON.stringify(join(SRC, 'logger.ts'))};
  import { createMask } from ${JSON.stringify(join(SRC, 'platform/mask-secrets.ts'))};
  const secret = ${JSON.stringify(SECRET)};
  const logger = createLogger('info', createMask([secret]));
  const cause = Object.assign(new Error('no entry with ' + secret), { code: '28P01' });
  const query = { query: 'select 1', parameters: [secret], detail: 'Key (id)=(4711) exists.' };
  const err = Object.assign(new Error('failed', { cause }), query, { code: '23505' });
  logger.error({ err }, 'database.failed');
  logger.warn({ deep: [{ url: 'postgresql://ann:pass@db/shop', text: secret }], n: 4711 }, 'say ' + secret);
  logger.child({ bound: secret }).info({ err: 'no error' }, 'child');
  logger.info({ err: null }, 'none');
  logger.child({ taskId: 'token=abc' }).info({ why: 'token=abc', name: '\\u009b31m\\u202e' }, 'named');
  logger.info({ taskId: secret, taskIds: ['bearer zz', secret], why: ['bearer zz'] }, 'named');
`;

describe('a log line', () => {
  let output: string;
  let lines: readonly Record<string, unknown>[];

  before(() => {
    output = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], { encoding: 'utf8' });
    lines = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  });

  it('holds no secret, in whatever field and however deep', () => {
    expect(output).not.to.match(/sesame|pass@/);
    expect(lines[1]).to.deep.include({ deep: [{ url: 'postgresql://ann:***@db/shop', text: '***' }], n: 4711 });
    expect(lines[1]).to.include({ level: 'warn', msg: 'say ***' });
    expect(lines[2]).to.include({ bound: '***', err: 'no error', msg: 'child' });
    expect(lines[3]).to.include({ err: null, msg: 'none' });
  });

  it('has ids as they are, also such as look like a secret, unless they are one', () => {
    expect(lines[4]).to.include({ taskId: 'token=abc', why: 'token=***' });
    expect(lines[5]).to.deep.include({ taskId: '***', taskIds: ['bearer zz', '***'], why: ['bearer ***'] });
  });

  it('has nothing raw that could control a terminal, and all the same its values', () => {
    expect(lines[4]).to.include({ name: '\u009b31m\u202e' });
    expect(output).to.include(String.raw`"name":"\u009b31m\u202e"`);
  });

  it('tells of an error what it was and where, with its causes, and nothing of the statement and the row', () => {
    const { err } = lines[0] as { err: Record<string, string> };
    expect(err).to.have.all.keys('type', 'message', 'stack', 'code');
    expect(err).to.include({ type: 'Error', message: 'failed: no entry with ***', code: '23505' });
    expect(err['stack'])
      .to.match(/^Error: failed\n {4}at /)
      .and.include('caused by: Error: no entry with ***');
    expect(output).not.to.match(/select 1|4711\)/);
  });
});

describe('a log line for people', () => {
  it('has the event first and its fields behind it, and no control character of a name', () => {
    const args = ['--input-type=module', '--eval', programFor('pretty')];
    const [first, second, code, error, ...stack] = execFileSync(process.execPath, args, { encoding: 'utf8' }).split(
      '\n',
    );
    expect(first).to.match(
      /^\d\d:\d\d:\d\d\.\d{3} WARN  run\.ended taskId="测试 \\u001b\[2J\\u202e" run=r-1 n=7 none=null$/,
    );
    expect(second).to.match(/^\d\d:\d\d:\d\d\.\d{3} ERROR run\.broken$/);
    expect([code, error]).to.deep.equal(['    code EIO', '    Error: ***']);
    expect(stack[0]).to.match(/^ {8}at /);
  });

  it('is written where standard output is a terminal, unless JSON is asked for', function () {
    if (spawnSync('script', ['--version']).error) {
      process.stderr.write('Not tested: there is no program script(1) to make a terminal.\n');
      this.skip();
    }
    const folder = mkdtempSync(join(tmpdir(), 'tms-init-logger-'));
    const onTerminal = (format: string) => {
      const file = join(folder, `${format}.mjs`);
      writeFileSync(file, programFor(format));
      const command = `"${process.execPath}" "${file}"`;
      const env = { PATH: process.env['PATH'], TERM: 'xterm' };
      return execFileSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8', env });
    };
    try {
      // eslint-disable-next-line no-control-regex
      expect(onTerminal('auto')).to.match(/\u001b\[33mWARN \u001b\[39m \u001b\[1mrun\.ended/);
      expect(onTerminal('json').split('\n')[0]).to.match(/^\{"level":"warn"/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is JSON where standard output is no terminal', () => {
    const args = ['--input-type=module', '--eval', programFor('auto')];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).to.match(/^\{"level":"warn"/);
  });
});

function programFor(format: string): string {
  return `
  import { createLogger } from ${JSON.stringify(join(SRC, 'logger.ts'))};
  import { createMask } from ${JSON.stringify(join(SRC, 'platform/mask-secrets.ts'))};
  const logger = createLogger('info', createMask([${JSON.stringify(SECRET)}]), ${JSON.stringify(format)});
  logger.child({ taskId: '测试 \u001b[2J\u202e', run: 'r-1' }).warn({ n: 7, none: null }, 'run.ended');
  logger.error({ err: Object.assign(new Error(${JSON.stringify(SECRET)}), { code: 'EIO' }) }, 'run.broken');
`;
}
