/** Whether a goal is met, in words. */

import type { Book, Figure } from './book.ts';
import type { Against, Goal } from './goals.ts';

export interface Judged {
  readonly what: string;
  /** In words, with its limit. */
  readonly goal: string;
  /** With the figures it is made of; why it is not there, where it is not. */
  readonly measured: string;
  readonly verdict: 'met' | 'missed' | 'not measured';
}

export function judge(goal: Goal, book: Book): Judged {
  const rival = goal.against && best(goal.against, book);
  const value = rival === undefined ? book.median(goal.figure) : book.ratio(goal.figure, rival);
  const said = { what: goal.what, goal: sayGoal(goal) };
  if (Number.isNaN(value)) return { ...said, measured: sayMissing(goal, book), verdict: 'not measured' };
  const verdict = isWithin(goal, value) ? 'met' : 'missed';
  return { ...said, measured: sayMeasured(goal, value, rival, book), verdict };
}

/** The one with the best median; the first where none has any. */
function best({ figures, best: which }: Against, book: Book): Figure | undefined {
  const measured = figures.filter((figure) => !Number.isNaN(book.median(figure)));
  const inOrder = measured.toSorted((a, b) => book.median(a) - book.median(b));
  return (which === 'lowest' ? inOrder[0] : inOrder.at(-1)) ?? figures[0];
}

function isWithin({ bound, limit }: Goal, value: number): boolean {
  if (bound === 'at least') return value >= limit;
  return bound === 'below' ? value < limit : value <= limit;
}

const SIGNS = { 'at most': '≤', 'at least': '≥', below: '<' };

function sayGoal({ bound, limit, against, unit }: Goal): string {
  return `${SIGNS[bound]} ${limit} ${against === undefined ? unit : `× ${against.name}`}`;
}

function sayMeasured({ figure, against, unit }: Goal, value: number, rival: Figure | undefined, book: Book): string {
  if (against === undefined || rival === undefined) return `${round(value)} ${unit}`;
  const name = against.figures.length > 1 ? ` of ${rival.split(':')[0]}` : '';
  return `${round(value)} × (${round(book.median(figure))} to ${round(book.median(rival))}${name})`;
}

function sayMissing({ figure, against }: Goal, book: Book): string {
  const involved = [figure, ...(against?.figures ?? [])];
  const reason = involved.map((one) => book.reason(one)).find((one) => one !== null);
  return `not measured because ${reason ?? 'it was left out'}`;
}

/** To three digits. */
export function round(value: number): string {
  if (value >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}
