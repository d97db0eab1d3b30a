/** Cutting UTF-8, compared with the platform's decoder on all beginnings of texts and of noise. */

import { expect } from 'chai';

import { cutNear, incompleteTail } from '../../../src/http/log/utf8-cut.ts';

describe('cutting UTF-8', () => {
  it('finds how much of the last character is there, for characters of every length', () => {
    for (const character of ['a', 'é', '测', '😀']) {
      const bytes = Buffer.from(`x${character}`);
      for (let end = 1; end < bytes.length; end++)
        expect(incompleteTail(bytes.subarray(0, end)), `${character} ${end}`).to.equal(end - 1);
      expect(incompleteTail(bytes)).to.equal(0);
    }
  });

  it('does not wait for the rest of what can become no character', () => {
    for (const bytes of [[0xff], [0x80], [0x80, 0x80], [0xc0], [0xe0, 0x80], [0xed, 0xa0], [0xf4, 0x90], [0xf8]])
      expect(incompleteTail(Buffer.from(bytes)), bytes.join(' ')).to.equal(0);
  });

  it('cuts noise so that the pieces decode to the same as the whole', () => {
    // Bytes around the borders of lead and continuation bytes, in an order that repeats itself after 8191 steps only.
    const kinds = [0x41, 0x80, 0xbf, 0xc2, 0xdf, 0xe0, 0xe6, 0xed, 0xf0, 0xf4, 0xff, 0x0a, 0xa0];
    let state = 1;
    const noise = Buffer.from(
      Array.from({ length: 3000 }, () => {
        state = (state * 17 + 29) % 8191;
        return kinds[state % kinds.length] ?? 0;
      }),
    );
    for (const least of [1, 2, 3, 5, 64]) {
      let joined = '';
      for (let at = 0; at < noise.length;) {
        const cut = cutNear(noise.subarray(at, at + least + 3), least) || noise.length - at;
        expect(cut).to.be.within(1, least + 3);
        joined += decode(noise.subarray(at, at + cut));
        at += cut;
      }
      expect(joined).to.equal(decode(noise));
    }
  });
});

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
