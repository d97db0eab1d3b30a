/** The words of the page: the same ones in both languages. */

import { expect } from 'chai';

import { en } from '../../visualizer/src/words/en.ts';
import { say } from '../../visualizer/src/words/say.ts';
import { zh } from '../../visualizer/src/words/zh.ts';

describe('the words of the page', () => {
  it('are there in English and in Chinese', () => {
    expect(Object.keys(zh)).to.deep.equal(Object.keys(en));
    for (const [key, words] of Object.entries(zh)) expect(words, key).not.to.equal('');
  });

  it('take the same values in both', () => {
    for (const [key, words] of Object.entries(en)) {
      expect(valuesOf(zh[key as keyof typeof en]), key).to.deep.equal(valuesOf(words));
    }
  });

  it('are Chinese in Chinese', () => {
    const untranslated = Object.entries(zh).filter(
      ([, words]) => !/\p{Script=Han}/u.test(words.replaceAll(/\{\w+\}/g, '')),
    );
    expect(untranslated.map(([key]) => key)).to.deep.equal([
      'app.language',
      'list.steps',
      'log.matches',
      'time.at',
      'time.by',
    ]);
  });

  it('hold values as they are', () => {
    expect(say('en', 'step.of', { step: 2, total: 5 })).to.equal('Step 2 of 5');
    expect(say('zh', 'verdict.running', { step: 2, total: 5, name: '{step} $& <b>' })).to.include('{step} $& <b>');
  });
});

function valuesOf(words: string): readonly string[] {
  return [...words.matchAll(/\{\w+\}/g)].map(([value]) => value).sort();
}
