/** `npm run chart-page`: makes the picture and the table of docs/statechart.md anew. */

import { readFileSync, writeFileSync } from 'node:fs';

import { runChart } from '../src/actors/chart/run-chart.ts';
import { withChart } from './statechart-page.ts';

const page = new URL('../docs/statechart.md', import.meta.url);

writeFileSync(page, withChart(readFileSync(page, 'utf8'), runChart));
