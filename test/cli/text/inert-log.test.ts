/** Logs on a terminal: the colours of a script stay, whatever else it would do to the terminal does not. */

import { expect } from 'chai';

import { openInertLog } from '../../../cli/text/inert-log.ts';

function show(text: string | readonly string[], withColors = true): string {
  const log = openInertLog(withColors);
  const pieces = typeof text === 'string' ? [text] : text;
  return pieces.map((piece) => log.write(piece)).join('') + log.end();
}

const RED = '\u001B[31mred\u001B[0m';

describe('a log on a terminal', () => {
  it('keeps its text, line breaks, tabs and carriage returns', () => {
    expect(show('a\tb\r\n10 %\r20 %\n设\n')).to.equal('a\tb\r\n10 %\r20 %\n设\n');
  });

  it('keeps its colours, and ends them', () => {
    expect(show(RED)).to.equal(`${RED}\u001B[0m`);
  });

  it('has none where none are wanted', () => {
    expect(show(RED, false)).to.equal('red');
  });

  const gone: readonly (readonly [string, string])[] = [
    ['clears the screen', 'a\u001B[2Jb'],
    ['moves the cursor', 'a\u001B[10;20Hb'],
    ['asks the terminal something', 'a\u001B[6n\u001B[c\u001B[>cb'],
    ['goes to another screen', 'a\u001B[?1049hb'],
    ['names the window', 'a\u001B]0;title\u0007b'],
    ['names the window, ended by ST', 'a\u001B]2;title\u001B\\b'],
    ['makes a link', 'a\u001B]8;;http://evil.example\u001B\\b'],
    ['writes to the clipboard', 'a\u001B]52;c;cm0gLXJm\u0007b'],
    ['defines keys', 'a\u001BP1;1|17/0a\u001B\\b'],
    ['sends a string of the application', 'a\u001B_Gf=100\u001B\\b'],
    ['changes the character set', 'a\u001B(0b'],
    ['resets the terminal', 'a\u001Bcb'],
    ['saves the cursor', 'a\u001B7b'],
    ['does it by controls of one character', 'a\u009B2J\u009D0;title\u009Cb'],
    ['poses as a colour', 'a\u001B[>4;2mb'],
  ];
  for (const [title, text] of gone) {
    it(`loses what ${title}`, () => {
      expect(show(text)).to.equal('ab');
    });
  }

  it('is the same whatever pieces it comes in', () => {
    const text = `one ${RED} \u001B]0;title\u0007two\u001B[2J 设 \u001B(0three\n`;
    for (let size = 1; size < 6; size += 1) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, at * size + size),
      );
      expect(show(pieces), `pieces of ${size}`).to.equal(show(text));
    }
  });

  it('puts characters together whose bytes come apart', () => {
    const log = openInertLog(true);
    const bytes = Buffer.from('设');
    expect(log.write(bytes.subarray(0, 1)) + log.write(bytes.subarray(1)) + log.end()).to.equal('设');
  });

  it('shows what only begins like a string and never ends: nothing is hidden by it', () => {
    expect(show('a\u001B]0;no end\nb\n')).to.equal('a0;no end\nb\n');
    expect(show('a\u001B]0;no end')).to.equal('a0;no end');
    expect(show(`a\u001B]${'x'.repeat(5000)}`)).to.have.length.above(4900);
  });

  it('shows bytes that are no text as what they are not', () => {
    const log = openInertLog(true);
    expect(log.write(Buffer.from([0x61, 0xff, 0x62])) + log.end()).to.equal('a\uFFFDb');
  });
});
