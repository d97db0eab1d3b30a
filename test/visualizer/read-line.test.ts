/** A line of a log made into text and colours. */

import { expect } from 'chai';

import { markPieces, plainText } from '../../visualizer/src/log/mark-pieces.ts';
import { hiddenCharacters, readLine } from '../../visualizer/src/log/read-line.ts';

const ESC = '\u001B';

describe('a line of a log', () => {
  it('has the colours that the script gave it', () => {
    expect(read(`${ESC}[1;31mbad${ESC}[0m and ${ESC}[42mgood`)).to.deep.equal([
      ['bad', 'ansi-red ansi-bold', null],
      [' and ', '', null],
      ['good', 'ansi-green-bg', null],
    ]);
  });

  it('has the 256 and the 16 million colours too', () => {
    expect(read(`${ESC}[38;2;1;2;3ma${ESC}[38;5;208mb${ESC}[38;5;250mc`)).to.deep.equal([
      ['a', '', 'rgb(1, 2, 3)'],
      ['b', 'ansi-palette-208', 'rgb(255, 135, 0)'],
      ['c', 'ansi-palette-250', 'rgb(188, 188, 188)'],
    ]);
  });

  it('begins with the colours that an earlier line left switched on', () => {
    expect(readLine({ text: 'x', style: `${ESC}[32m` })[0]?.classes).to.equal('ansi-green');
  });

  it('is what a terminal shows after carriage returns', () => {
    expect(seen('10%\r50%\r100%')).to.equal('100%');
    expect(seen('windows\r')).to.equal('windows');
    expect(seen('\r')).to.equal('');
  });

  it('has nothing in it of other commands to a terminal', () => {
    expect(
      seen(`a${ESC}[2K${ESC}[3;4Hb${ESC}]0;title\u0007c${ESC}]8;;http://x${ESC}\\d${ESC}(Be\u0000\u0008${ESC}`),
    ).to.equal('abcde');
  });

  it('keeps what looks like HTML as text', () => {
    expect(seen('<img src=x onerror=alert(1)>&amp;')).to.equal('<img src=x onerror=alert(1)>&amp;');
  });

  it('is cut where it is too long to be read', () => {
    expect(seen('x'.repeat(10_001))).to.have.length(10_000);
    expect(hiddenCharacters('x'.repeat(10_001))).to.equal(1);
  });

  it('is marked where it has what is searched for, across colours and without regard to case', () => {
    const marked = markPieces(readLine({ text: `an ${ESC}[31mErr${ESC}[0mor, error`, style: '' }), 'ERROR');
    expect(marked.map(({ text, isMarked }) => [text, isMarked])).to.deep.equal([
      ['an ', false],
      ['Err', true],
      ['or', true],
      [', ', false],
      ['error', true],
    ]);
    expect(markPieces(readLine({ text: 'a', style: '' }), '').map(({ isMarked }) => isMarked)).to.deep.equal([false]);
  });
});

function read(text: string) {
  return readLine({ text, style: '' }).map(({ text: shown, classes, color }) => [shown, classes, color]);
}

function seen(text: string): string {
  return plainText(readLine({ text, style: '' }));
}
