import { expect } from 'chai';

import { describeBytes } from '../../src/domain/byte-size.ts';

describe('a number of bytes', () => {
  const table: readonly (readonly [number, string])[] = [
    [0, '0 bytes'],
    [1000, '1000 bytes'],
    [1024, '1 KiB'],
    [1536, '1536 bytes'],
    [500 * 1024 ** 2, '500 MiB'],
    [10 * 1024 ** 3, '10 GiB'],
    [2048 * 1024 ** 4, '2048 TiB'],
  ];
  for (const [bytes, words] of table) {
    it(`${bytes} is ${words}`, () => {
      expect(describeBytes(bytes)).to.equal(words);
    });
  }
});
