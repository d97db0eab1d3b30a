/** Texts as columns can hold them. */

import { expect } from 'chai';

import { cleanText } from '../../src/persistence/clean-text.ts';

describe('a text for a column', () => {
  const TABLE: readonly [text: string, most: number | null, clean: string][] = [
    ['plain', null, 'plain'],
    ['plain', 5, 'plain'],
    ['plain', 4, 'pla…'],
    ['plain', 1, '…'],
    ['🙂🙂🙂', 3, '🙂🙂🙂'],
    ['🙂🙂🙂', 2, '🙂…'],
    ['a\0b', null, 'a\uFFFDb'],
    ['a\uD83D', 2, 'a\uFFFD'],
    ['', 1, ''],
  ];

  for (const [text, most, clean] of TABLE) {
    it(`${JSON.stringify(text)} becomes ${JSON.stringify(clean)} where ${most ?? 'any number of'} characters fit`, () => {
      expect(cleanText(text, most)).to.equal(clean);
    });
  }
});
