/** `npm run chart-layout`: writes down where everything of the chart's picture stands. */

import { writeFileSync } from 'node:fs';

import { runChart } from '../src/actors/chart/run-chart.ts';
import { layOut } from './lay-out.ts';

writeFileSync(
  new URL('../src/http/machine/drawing/layout.json', import.meta.url),
  `${JSON.stringify(await layOut(runChart))}\n`,
);
