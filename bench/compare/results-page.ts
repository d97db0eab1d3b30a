/** The page that keeps the figures of the last full run: `bench/RESULTS.md`. */

import type { Book } from './book.ts';
import { type Judged, round } from './judge.ts';
import { HOW_IT_WAS_DRIVEN } from './how-it-was-driven.ts';
import { markdown, pageTable } from './table.ts';

export interface Run {
  readonly judged: readonly Judged[];
  readonly book: Book;
  readonly rounds: number;
  readonly minutes: number;
  /** `2026-11-30` */
  readonly day: string;
  readonly machine: string;
  readonly versions: readonly string[];
  readonly settings: readonly string[];
}

export function resultsPage(run: Run): string {
  const { judged, rounds, minutes, day, machine, versions, settings } = run;
  const count = (verdict: Judged['verdict']) => judged.filter((one) => one.verdict === verdict).length;
  return `# Results of \`npm run bench\`

Written by the run of ${day}: ${rounds} rounds in ${Math.round(minutes)} minutes; ${count('met')} goals met, ${count('missed')} missed, ${count('not measured')} not measured.
Each figure is the median of its rounds, and each ratio the median of the ratios within a round. In brackets are the two medians.

${pageTable(judged)}

## On what

- ${machine}
${versions.map((line) => `- ${line}`).join('\n')}
- PostgreSQL with ${settings.join(', ')}; otherwise as it comes

${HOW_IT_WAS_DRIVEN}

## All medians

${mediansOf(run)}
`;
}

function mediansOf({ book }: Run): string {
  const measured = book.figures().map(({ figure, rounds }) => {
    const reason = book.reason(figure);
    return [
      figure,
      rounds === 0 ? '–' : round(book.median(figure)),
      `${rounds}${reason === null ? '' : `; ${reason}`}`,
    ];
  });
  return markdown(
    ['what', 'median', 'rounds'],
    measured.toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
  );
}
