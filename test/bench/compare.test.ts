/** `npm run bench` as a whole, without the packages of the peers, which the tests do not install. */

import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';

import { expect } from 'chai';

import { GOALS } from '../../bench/compare/goals.ts';
import { PROJECT } from '../support/the-service.ts';

const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, ['bench/compare.ts', ...args], { cwd: PROJECT });

const BY_PEERS = 'not measured because peers were left out';

describe('the comparison with peers', () => {
  it('measures all that needs no peer, and says of the rest why it is missing', async function () {
    // Some fifteen services are started one after the other.
    this.timeout(400_000);
    const { stdout } = await run('--quick', '--no-peers');
    const rows = stdout.trimEnd().split('\n').slice(1);
    expect(rows).to.have.length(GOALS.length);
    const missing = rows.filter((row) => row.endsWith('not measured') && !row.includes(BY_PEERS));
    expect(missing).to.deep.equal([]);
    expect(rows.filter((row) => row.includes(BY_PEERS))).to.have.length(6);
    expect(rows.filter((row) => !/ (met|missed|not measured)$/.test(row))).to.deep.equal([]);
  });

  it('refuses in one line what it does not know', async () => {
    const refused = await run('--only', 'everything').catch((error: { readonly stderr: string }) => error);
    expect(refused.stderr).to.match(/^--only must be one of updates, engine, .*, not everything\n$/);
  });
});
