/** How the log of a running script is watched. */

import { expect } from 'chai';
import type { Stats } from 'node:fs';

import { type Watch, watchLog } from '../../../src/scripts/launcher/watch-log.ts';
import { openTestScripts, type TestScripts } from '../../support/open-test-scripts.ts';

describe('watchLog', () => {
  const { signal } = new AbortController();

  it('tells of a log that is larger than its limit, not of one that just fills it', async () => {
    const log = growing(99, 100, 101);
    expect(await watchLog({ log, limitBytes: 100, signal })).to.equal(true);
    expect(log.looks).to.equal(3);
  });

  it('is over at once when the process has ended', async () => {
    const ended = new AbortController();
    const watching = watchLog({ log: growing(1), limitBytes: 100, signal: ended.signal });
    ended.abort();
    expect(await watching).to.equal(false);
  });

  it('is over where the file cannot be looked at any more', async () => {
    const log = { stat: () => Promise.reject(new Error('EIO')) };
    expect(await watchLog({ log, limitBytes: 100, signal })).to.equal(false);
  });
});

/** A file that is as large as the list says at each look, then as its last. */
function growing(...sizes: readonly number[]): Watch['log'] & { looks: number } {
  const log = {
    looks: 0,
    async stat() {
      log.looks += 1;
      return { size: sizes[Math.min(log.looks, sizes.length) - 1] ?? 0 } as Stats;
    },
  };
  return log as Watch['log'] & { looks: number };
}

describe('the log of a script that runs', () => {
  let test: TestScripts;

  before(async () => {
    test = await openTestScripts({ stepLogLimitBytes: 64 * 1024 });
  });
  after(() => test.close());

  it('is told to be overgrown, also where the script has removed it', async () => {
    const attempt = test.attempt(null, { taskId: 'removed' });
    const script = `rm ${test.folder}/logs/removed-*/*.log; yes`;
    const running = await test.scripts.start({ ...attempt, script });
    expect(await running.overgrown).to.equal(64 * 1024);
    running.kill('asked by the test');
    expect(await running.exit).to.include({ kind: 'signalled', signal: 'SIGKILL' });
  });

  it('is told to be overgrown where a daemon of the last attempt had to make way first', async () => {
    const daemon = await test.scripts.start(test.attempt('setsid sleep 60 & :', { stepNo: 2 }));
    await daemon.exit;
    const running = await test.scripts.start(test.attempt('exec yes', { stepNo: 2, attempt: 2 }));
    expect(await running.overgrown).to.equal(64 * 1024);
    running.kill('asked by the test');
    await running.exit;
  });
});
