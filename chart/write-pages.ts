/** `npm run chart-pages`: makes the pictures of the statechart in the READMEs and in docs/statechart.md anew. */

import { readFileSync, writeFileSync } from 'node:fs';

import { runChart } from '../src/actors/chart/run-chart.ts';
import { PAGES, withChart } from './pages.ts';

for (const name of PAGES) {
  const page = new URL(`../${name}`, import.meta.url);
  writeFileSync(page, withChart(name, readFileSync(page, 'utf8'), runChart));
}
