/** How deeply a JSON text is nested. */

import { expect } from 'chai';
import process from 'node:process';

import { isNestedDeeperThan } from '../../../src/http/requests/nesting.ts';

describe('the nesting of JSON', () => {
  it('is counted in brackets that are open at the same time', () => {
    expect(isNestedDeeperThan('[[1],[2],[{"a":3}]]', 3)).to.equal(false);
    expect(isNestedDeeperThan('[[1],[2],[{"a":3}]]', 2)).to.equal(true);
  });

  it('is not counted inside of texts, whatever they escape', () => {
    expect(isNestedDeeperThan(JSON.stringify({ script: '[[[[ " \\ [[[[ \\" [[' }), 1)).to.equal(false);
    expect(isNestedDeeperThan(String.raw`["\\",[[]]]`, 2)).to.equal(true);
  });

  it('is found soon where the platform would take seconds', () => {
    const before = process.cpuUsage();
    expect(isNestedDeeperThan('['.repeat(8_000_000), 32)).to.equal(true);
    expect(isNestedDeeperThan('[]'.repeat(4_000_000), 32)).to.equal(false);
    expect(process.cpuUsage(before).user).to.be.lessThan(1_000_000);
  });
});
