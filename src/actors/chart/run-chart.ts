/** The chart of the machine that runs. */

import { runMachine } from '../run-machine.ts';
import type { Chart } from './chart.ts';
import { readChart } from './read-chart.ts';

export const runChart: Chart = readChart(runMachine.root);
