/** The loaded part of a log: its bytes made into lines. */

import { expect } from 'chai';

import {
  append,
  blocksOf,
  countLines,
  type LogWindow,
  prepend,
  trim,
  windowOf,
} from '../../visualizer/src/log/log-window.ts';

describe('the loaded part of a log', () => {
  it('has a line as soon as it begins, and does not cut a character in two', () => {
    const whole = bytes('a\n测试');
    const first = windowOf(0, whole.subarray(0, 3));
    expect(textsOf(first)).to.deep.equal(['a', '\uFFFD']);
    expect(textsOf(append(first, whole.subarray(3)))).to.deep.equal(['a', '测试']);
  });

  it('knows where each line begins', () => {
    const window = append(windowOf(0, bytes('one\ntwo')), bytes(' more\n\nend'));
    expect(
      blocksOf(window)
        .flat()
        .map(({ at, text }) => [at, text]),
    ).to.deep.equal([
      [0, 'one'],
      [4, 'two more'],
      [13, ''],
      [14, 'end'],
    ]);
    expect([window.start, window.end]).to.deep.equal([0, 17]);
  });

  it('leaves out the line in whose middle it begins, and has it once earlier bytes are loaded', () => {
    const late = windowOf(6, bytes('e two\nthree\n'));
    expect([late.start, late.firstLine, textsOf(late)]).to.deep.equal([12, null, ['three']]);
    const whole = prepend(late, 0, bytes('one\nlinE two'.slice(0, 11) + '\n'));
    expect([whole.start, whole.firstLine]).to.deep.equal([0, 1]);
    expect(textsOf(whole)).to.deep.equal(['one', 'linE tw', 'three']);
  });

  it('is not changed by earlier bytes that do not end where it begins', () => {
    const late = windowOf(100, bytes('x\nlate\n'));
    expect(prepend(late, 0, bytes('no end'))).to.equal(late);
    expect(prepend(late, 0, bytes('elsewhere\n'))).to.equal(late);
  });

  it('keeps full blocks as they are while it grows, so that they need not be drawn again', () => {
    const before = windowOf(0, bytes('line\n'.repeat(450)));
    const after = append(before, bytes('line\n'.repeat(450)));
    expect(after.blocks[0]).to.equal(before.blocks[0]);
    expect(countLines(after.blocks)).to.equal(900);
    expect(after.blocks.map(({ length }) => length)).to.deep.equal([200, 200, 200, 200, 100]);
  });

  it('lets go of its beginning where it grows too large, and still counts its lines', () => {
    const window = trim(windowOf(0, bytes('line\n'.repeat(1000))), 2500);
    expect([window.start, window.firstLine, countLines(window.blocks)]).to.deep.equal([3000, 601, 400]);
    expect(trim(window, 2500)).to.equal(window);
  });

  it('carries colours from line to line until they are switched off', () => {
    const window = windowOf(0, bytes('\u001B[31mred\nstill\n\u001B[1mbold\u001B[0m\nplain\n'));
    expect(
      blocksOf(window)
        .flat()
        .map(({ style }) => style),
    ).to.deep.equal(['', '\u001B[31m', '\u001B[31m', '']);
  });
});

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function textsOf(window: LogWindow): readonly string[] {
  return blocksOf(window)
    .flat()
    .map(({ text }) => text);
}
