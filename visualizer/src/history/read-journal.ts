/** Reads the journal of a run: one JSON document a line. A line that was cut off by a crash ends it. */

import type { Move, RunBegin, RunHistory } from './move.ts';

type Line =
  | ({ readonly type: 'begin' } & RunBegin)
  | ({ readonly type: 'transition' } & Move)
  | { readonly type: 'end'; readonly end: string };

export function readJournal(text: string): RunHistory {
  const lines = text.split('\n').flatMap(readLine);
  const begin = lines.find((line) => line.type === 'begin') ?? null;
  return {
    run: begin?.run ?? null,
    begin,
    moves: lines.filter((line) => line.type === 'transition'),
    end: lines.find((line) => line.type === 'end')?.end ?? null,
  };
}

function readLine(text: string): readonly Line[] {
  try {
    return text === '' ? [] : [JSON.parse(text) as Line];
  } catch {
    return []; // Its writer died in the middle of it.
  }
}
