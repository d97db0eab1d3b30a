/** What a log line holds of an error, and that it holds no secret, wherever in it that may be. */

import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
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
