/** The page about the statechart, compared with the machine that runs. */

import { readFileSync } from 'node:fs';

import { expect } from 'chai';

import { withChart } from '../chart/statechart-page.ts';
import { runChart } from '../src/actors/chart/run-chart.ts';

describe('docs/statechart.md', () => {
  const page = readFileSync(new URL('../docs/statechart.md', import.meta.url), 'utf8');

  it('shows the statechart that runs (else: npm run chart-page)', () => {
    expect(page).to.equal(withChart(page, runChart));
  });

  it('has a sentence on each state', () => {
    for (const { id, description } of runChart.nodes) expect(page).to.include(`| \`${id}\` | ${description} |`);
  });
});
