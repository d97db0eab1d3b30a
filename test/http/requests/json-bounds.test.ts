/** How deeply a JSON text is nested, and how many values it has. */

import { expect } from 'chai';

import { findPassedBound } from '../../../src/http/requests/json-bounds.ts';

describe('the bounds of JSON', () => {
  it('are of brackets that are open at the same time', () => {
    expect(isDeeper('[[1],[2],[{"a":3}]]', 3)).to.equal(false);
    expect(isDeeper('[[1],[2],[{"a":3}]]', 2)).to.equal(true);
  });

  it('are of values in lists and in objects', () => {
    for (const json of ['[1,2,3]', '{"a":1,"b":2,"c":3}', '[[1],2]', '{"a":{},"b":2}']) {
      expect(hasMore(json, 4), json).to.equal(false);
      expect(hasMore(json, 3), json).to.equal(true);
    }
  });

  it('are of nothing inside of texts, whatever they escape', () => {
    const text = JSON.stringify({ script: '[[,,[[ " \\ [[{,,[ \\" [[' });
    expect(isDeeper(text, 1)).to.equal(false);
    expect(hasMore(text, 2)).to.equal(false);
    expect(isDeeper(String.raw`["\\",[[]]]`, 2)).to.equal(true);
    expect(hasMore(String.raw`["\\",1,1]`, 3)).to.equal(true);
  });

  it('are found in a text that is too large to be parsed soon', () => {
    expect(isDeeper('['.repeat(8_000_000), 32)).to.equal(true);
    expect(hasMore('[]'.repeat(4_000_000), 50_000)).to.equal(true);
    expect(hasMore(`[${'0,'.repeat(4_000_000)}0]`, 50_000)).to.equal(true);
  });
});

function isDeeper(json: string, depth: number): boolean {
  return findPassedBound(json, { depth, values: Infinity }) === 'depth';
}

function hasMore(json: string, values: number): boolean {
  return findPassedBound(json, { depth: Infinity, values }) === 'values';
}
