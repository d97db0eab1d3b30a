/** Texts of others on a terminal: they are seen, and do nothing. */

import { expect } from 'chai';

import { inertJson, inertJsonLines } from '../../../cli/text/inert-json.ts';
import { inertLine, inertText } from '../../../cli/text/inert.ts';

describe('a text of others on a terminal', () => {
  for (const text of ['Set up the shop', '设置商店', 'naïve café', '👩‍👩‍👧 family', 'a\u00A0b', 'می‌خواهم']) {
    it(`stays as it is where it does nothing: ${text}`, () => {
      expect(inertLine(text)).to.equal(text);
    });
  }

  const shown: readonly (readonly [string, string, string])[] = [
    ['an escape', 'a\u001B[2Jb', 'a␛[2Jb'],
    ['a line break', 'a\r\nb', 'a␍␊b'],
    ['a bell', '\u0007', '␇'],
    ['a backspace', 'a\bb', 'a␈b'],
    ['a delete', '\u007F', '␡'],
    ['NUL', '\0', '␀'],
    ['a control of one byte', '\u009B31m', '<U+009B>31m'],
    ['a turn of the direction', 'abc\u202Egpj.exe', 'abc<U+202E>gpj.exe'],
    ['an isolate', '\u2066a\u2069', '<U+2066>a<U+2069>'],
    ['marks of direction', '\u200E\u200F\u061C', '<U+200E><U+200F><U+061C>'],
    ['what nobody sees', 'a\u200Bb\u2060c\uFEFF', 'a<U+200B>b<U+2060>c<U+FEFF>'],
    ['separators of lines', 'a\u2028b\u2029', 'a<U+2028>b<U+2029>'],
    ['a tag', '\u{E0041}', '<U+E0041>'],
    ['half a character', 'a\uD800b', 'a<U+D800>b'],
  ];
  for (const [title, text, expected] of shown) {
    it(`shows ${title}`, () => {
      expect(inertLine(text)).to.equal(expected);
    });
  }

  it('of several lines keeps line breaks and tabs, and nothing else', () => {
    expect(inertText('a\tb\nc\rd\u001Be')).to.equal('a\tb\nc␍d␛e');
  });
});

describe('JSON on a terminal', () => {
  const value = { text: 'a\u001B\u009B\u007F\u202E\u2066\u200B\u{E0041}\u2028é设', n: 1, none: null };

  it('says the same', () => {
    expect(JSON.parse(inertJson(value))).to.deep.equal(value);
    expect(JSON.parse(inertJsonLines(value).join('\n'))).to.deep.equal(value);
  });

  it('has no character that would do something', () => {
    expect(inertJson(value)).to.equal(
      String.raw`{"text":"a\u001b\u009b\u007f\u202e\u2066\u200b\udb40\udc41\u2028é设","n":1,"none":null}`,
    );
  });
});
