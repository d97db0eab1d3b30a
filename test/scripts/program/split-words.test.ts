/** How a script under SCRIPT_POLICY=files becomes words. */

import { expect } from 'chai';

import { splitWords } from '../../../src/scripts/program/split-words.ts';

describe('splitWords', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['divides by blanks, tabs and line ends', ' a.sh\tb  c\r\nd\n', ['a.sh', 'b', 'c', 'd']],
    ['takes what single quotes hold as it is', `'a b.sh' '\\"$x'`, ['a b.sh', '\\"$x']],
    ['takes what double quotes hold, but for their backslashes', String.raw`"it's \"\\\$\`"`, ['it\'s "\\$`']],
    ['keeps a backslash between double quotes that stands before anything else', String.raw`"a\n\b"`, ['a\\n\\b']],
    ['takes what a backslash stands before as it is', String.raw`a\ b\'\"\\\🚀`, [`a b'"\\🚀`]],
    ['joins what no blank divides', `a'b'"c"\\d`, ['abcd']],
    ['keeps empty words', `'' a ""`, ['', 'a', '']],
    ['takes blanks of other alphabets for letters', 'a\u00a0b\u3000c', ['a\u00a0b\u3000c']],
    [
      'expands nothing and knows no operators',
      '$HOME ${x} $(id) `id` * ? [a-z] {a,b} ~ ; | & && > < # !',
      '$HOME ${x} $(id) `id` * ? [a-z] {a,b} ~ ; | & && > < # !'.split(' '),
    ],
    ['finds no words in blanks', ' \n', []],
  ];
  for (const [title, text, words] of cases) {
    it(title, () => {
      expect(splitWords(text)).to.deep.equal(words);
    });
  }

  const faults: readonly (readonly [string, string, string])[] = [
    ['a single quote', `a.sh 'b`, "the script has a quote (') that is not closed"],
    ['a double quote', `a.sh "b\\"`, 'the script has a quote (") that is not closed'],
    ['a backslash at the end', 'a.sh \\', 'the script ends with a backslash that has nothing to stand before'],
  ];
  for (const [title, text, message] of faults) {
    it(`refuses ${title} that is left open`, () => {
      expect(() => splitWords(text)).to.throw(message);
    });
  }

  it('splits a long text in one go', () => {
    expect(splitWords(`"${'x\\"'.repeat(50_000)}" ${'a '.repeat(50_000)}`)).to.have.length(50_001);
  });
});
