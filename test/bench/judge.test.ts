/** Whether goals are judged by the figures of each round. */

import { expect } from 'chai';

import { type Book, openBook } from '../../bench/compare/book.ts';
import type { Goal } from '../../bench/compare/goals.ts';
import { judge } from '../../bench/compare/judge.ts';

const PEERS = ['slow: steps/s', 'fast: steps/s'];

const RATIO: Goal = {
  what: 'steps/s',
  figure: 'ours: steps/s',
  bound: 'at least',
  limit: 1.5,
  against: { name: 'the best peer', figures: PEERS, best: 'highest' },
};

describe('a goal', () => {
  it('is judged by the median of what one is of the other within a round', () => {
    const book = bookOf({ 'ours: steps/s': [10, 400, 30], 'fast: steps/s': [5, 100, 10] });
    const { measured, verdict } = judge(RATIO, book);
    expect(verdict).to.equal('met');
    expect(measured).to.equal('3 × (30 to 10 of fast)');
  });

  it('is compared with the best of several', () => {
    const book = bookOf({ 'ours: steps/s': [10, 10], 'slow: steps/s': [5, 5], 'fast: steps/s': [8, 8] });
    expect(judge(RATIO, book)).to.include({ measured: '1.25 × (10 to 8 of fast)', verdict: 'missed' });
  });

  it('leaves out a round in which one of both failed', () => {
    const book = bookOf({ 'ours: steps/s': [10, 10, 20], 'fast: steps/s': [10] });
    book.note('fast: steps/s', 10, 2);
    book.miss('fast: steps/s', 'it took too long');
    expect(judge(RATIO, book).measured).to.match(/^1 × /);
  });

  it('is not measured where there is nothing to compare with, and the reason is told', () => {
    const book = bookOf({ 'ours: steps/s': [10] });
    book.miss('slow: steps/s', 'peers were left out');
    const measured = 'not measured because peers were left out';
    expect(judge(RATIO, book)).to.include({ measured, verdict: 'not measured' });
  });

  it('may bound a figure by itself, the limit included unless it must be below', () => {
    const own = { what: 'a start', figure: 'start, s', limit: 2, unit: 's' };
    const book = bookOf({ 'start, s': [1, 2, 3] });
    expect(judge({ ...own, bound: 'at most' }, book)).to.include({ goal: '≤ 2 s', measured: '2 s', verdict: 'met' });
    expect(judge({ ...own, bound: 'below' }, book).verdict).to.equal('missed');
  });
});

function bookOf(figures: Readonly<Record<string, readonly number[]>>): Book {
  const book = openBook();
  for (const [figure, values] of Object.entries(figures)) {
    for (const [round, value] of values.entries()) book.note(figure, value, round);
  }
  return book;
}
