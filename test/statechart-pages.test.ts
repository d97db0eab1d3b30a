/** The pages that show the statechart, compared with the machine that runs. */

import { readFileSync } from 'node:fs';

import { expect } from 'chai';

import { outlineOf } from '../chart/outline.ts';
import { PAGES, withChart } from '../chart/pages.ts';
import { runChart } from '../src/actors/chart/run-chart.ts';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

for (const name of PAGES) {
  describe(name, () => {
    it('shows the statechart that runs (else: npm run chart-pages)', () => {
      expect(read(name)).to.equal(withChart(name, read(name), runChart));
    });
  });
}

describe('docs/statechart.md', () => {
  it('has a sentence on each state', () => {
    const page = read('docs/statechart.md');
    for (const { id, description } of runChart.nodes) expect(page).to.include(`| \`${id}\` | ${description} |`);
  });
});

const shown = (id: string) => id.split('.').slice(0, 3).join('.');

describe('the outline of the statechart', () => {
  const outline = outlineOf(runChart);
  const ids = new Set(outline.nodes.map(({ id }) => id));

  it('has each state of the first levels, and each arrow between what they stand for, once', () => {
    expect([...ids]).to.deep.equal(runChart.nodes.map(({ id }) => id).filter((id) => id.split('.').length <= 3));
    const hops = runChart.edges
      .map(({ source, target, event }) => [shown(source), shown(target), event] as const)
      .filter(([source, target]) => source !== target);
    const arrows = outline.edges.map(({ source, target, event }) => [source, target, event].join(' '));
    expect(arrows.toSorted()).to.deep.equal([...new Set(hops.map((hop) => hop.join(' ')))].toSorted());
  });

  it('begins and ends where the run does', () => {
    const [root] = outline.nodes;
    expect(root?.initial).to.equal(runChart.nodes[0]?.initial);
    const finals = runChart.nodes.filter(({ type }) => type === 'final').map(({ id }) => id);
    expect(finals.every((id) => ids.has(id))).to.equal(true);
  });
});
