/** Durations, words for a shell, and columns. */

import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';

import { durationText, msBetween } from '../../../cli/text/duration.ts';
import { cutTo, fillTo, widthOf } from '../../../cli/text/fit.ts';
import { localTime } from '../../../cli/text/local-time.ts';
import { commandLine, shellWord } from '../../../cli/text/shell-word.ts';
import { tableLines } from '../../../cli/text/table.ts';

describe('a duration', () => {
  const durations: readonly (readonly [number, string])[] = [
    [0, '0.00 s'],
    [-5, '0.00 s'],
    [310, '0.31 s'],
    [9_994, '9.99 s'],
    [12_390, '12.3 s'],
    [59_999, '59.9 s'],
    [60_000, '1 min 00 s'],
    [125_000, '2 min 05 s'],
    [3_599_999, '59 min 59 s'],
    [3_720_000, '1 h 02 min'],
    [360_000_000, '100 h 00 min'],
  ];
  for (const [ms, text] of durations) {
    it(`of ${ms} ms is told as ${text}`, () => {
      expect(durationText(ms)).to.equal(text);
    });
  }

  it('is known only where both times are', () => {
    expect(msBetween('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.500Z')).to.equal(1500);
    expect(msBetween(null, '2026-01-01T00:00:01.500Z')).to.equal(null);
    expect(msBetween('2026-01-01T00:00:01.500Z', null)).to.equal(null);
  });
});

describe('a time', () => {
  it('is told as the clock on the wall has it', () => {
    const time = new Date(2026, 0, 2, 3, 4, 5).toISOString();
    expect(localTime(time)).to.equal('2026-01-02 03:04:05');
    expect(localTime(null)).to.equal('');
  });
});

describe('a word for a shell', () => {
  for (const word of ['setup-shop', '设置', 'two words', "it's", '$(reboot)', '`id`', 'a;b', '', '*', '"', '\\']) {
    it(`is read back as it is: ${JSON.stringify(word)}`, () => {
      expect(execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`]).toString()).to.equal(word);
    });
  }

  const lookedUp = ['=ls', '%1', '~', '^a', 'a#b', '{a,b}', '!!'];
  for (const word of lookedUp) {
    it(`is read back by zsh too: ${word}`, function () {
      if (spawnSync('zsh', ['--version']).error) this.skip();
      const read = execFileSync('zsh', ['-f', '-o', 'extendedglob', '-c', `printf %s ${shellWord(word)}`]).toString();
      expect(read).to.equal(word);
    });
  }

  it('is quoted only where it has to be', () => {
    expect(['setup-shop', './a/b.yaml', 'two words'].map(shellWord)).to.deep.equal([
      'setup-shop',
      './a/b.yaml',
      "'two words'",
    ]);
  });
});

describe('a command that is recommended', () => {
  it('has its options last', () => {
    expect(commandLine('logs', ['two words', '2'], ['--url', 'http://a'])).to.equal(
      "tms-init logs 'two words' 2 --url http://a",
    );
  });

  it('has what would be taken for an option behind --', () => {
    expect(commandLine('logs', ['--url=http:evil.example', '2'], ['--follow'])).to.equal(
      'tms-init logs --follow -- --url=http:evil.example 2',
    );
  });
});

describe('a text in columns', () => {
  it('is cut with a mark, and counts wide characters twice', () => {
    expect(cutTo('abcdef', 6)).to.equal('abcdef');
    expect(cutTo('abcdef', 5)).to.equal('abcd…');
    expect(cutTo('设置商店', 5)).to.equal('设置…');
    expect(cutTo('abc', 0)).to.equal('');
    expect(cutTo('abc', 1)).to.equal('…');
  });

  it('is never cut inside what is seen as one character', () => {
    expect(cutTo('👩‍👩‍👧👩‍👩‍👧', 3)).to.equal('👩‍👩‍👧…');
  });

  it('is filled up to its column', () => {
    expect(widthOf(fillTo('设', 5))).to.equal(5);
  });
});

describe('a table', () => {
  const rows = [
    [{ text: 'a' }, { text: 'long name' }, { text: 'x' }],
    [{ text: '设置', paint: (text: string) => `<${text}>` }, { text: 'b' }, { text: 'the last one is not filled up' }],
  ];

  it('has columns as wide as their widest cell, and paints what is shown', () => {
    expect(tableLines(rows, null)).to.deep.equal([
      'a     long name  x',
      '<设置>  b          the last one is not filled up',
    ]);
  });

  it('never has lines wider than the terminal', () => {
    for (let columns = 1; columns < 50; columns += 1) {
      for (const line of tableLines(rows, columns))
        expect(widthOf(line.replaceAll(/[<>]/g, '')), line).to.be.at.most(columns);
    }
  });
});
