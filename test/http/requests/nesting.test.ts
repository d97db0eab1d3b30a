/** How deeply a JSON text is nested. */

import { expect } from 'chai';

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
    const startedMs = performance.now();
    expect(isNestedDeeperThan('['.repeat(8_000_000), 32)).to.equal(true);
    expect(isNestedDeeperThan('[]'.repeat(4_000_000), 32)).to.equal(false);
    expect(performance.now() - startedMs).to.be.lessThan(1000);
  });
});
