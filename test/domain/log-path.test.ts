import { expect } from 'chai';

import { countAttempts, formatLogPath, parseLogPath, taskFolder } from '../../src/domain/log-path.ts';

const facts = { attempt: 3, place: '0123abcd', random: '0123456789abcdef' };

describe('log_path', () => {
  for (const taskId of ['t', '测试 a+b', 'x'.repeat(64), '..', '-', 'a.b_c-d', 'é']) {
    it(`of ${JSON.stringify(taskId)} is a safe relative path that gives its facts back`, () => {
      const path = formatLogPath(taskId, 7, facts);
      expect(path).to.match(/^[A-Za-z0-9._-]{1,117}\/7\.3\.0123abcd\.0123456789abcdef\.log$/);
      expect(path).not.to.match(/(^|\/)\.\.?\//);
      expect(parseLogPath(path)).to.deep.equal(facts);
    });
  }

  it('keeps ids apart that look alike once they are made safe', () => {
    expect(taskFolder('a b')).not.to.equal(taskFolder('a_b'));
  });

  for (const [path, attempts] of [
    [null, 0],
    [formatLogPath('t', 1, facts), 3],
    ['/var/log/init/step1.log', 1],
    ['', 1],
    ['t-0123456789abcdef/1.0.0123abcd.0123456789abcdef.log', 1],
  ] as const) {
    it(`counts ${attempts} attempts for ${path}`, () => {
      expect(countAttempts(path)).to.equal(attempts);
    });
  }
});
