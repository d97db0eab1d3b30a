/** The part of docs/api.md that tells of the problems. */

import { readFileSync } from 'node:fs';

import { PROBLEMS } from '../src/http/problems/catalogue.ts';

const BEGIN = '<!-- problems:begin -->';
const END = '<!-- problems:end -->';

export function withProblems(page: URL): string {
  const [before, rest = ''] = readFileSync(page, 'utf8').split(BEGIN);
  const [, after] = rest.split(END);
  if (before === undefined || after === undefined) throw new Error(`${page.pathname} has no ${BEGIN} … ${END}`);
  return [before, BEGIN, '\n', table(), END, after].join('');
}

function table(): string {
  const byStatus = Object.entries(PROBLEMS).toSorted(([, one], [, other]) => one.status - other.status);
  const rows = byStatus.map(
    ([code, { status, meaning, remedy }]) => `| ${status} | \`${code}\` | ${meaning} | ${remedy} |\n`,
  );
  return ['| | code | it means | what to do |\n', '|---|---|---|---|\n', ...rows].join('');
}
