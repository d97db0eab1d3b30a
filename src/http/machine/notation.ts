/** A way to write the chart down. */

import type { Chart } from '../../actors/chart/chart.ts';

export interface Notation {
  readonly contentType: string;
  readonly write: WriteChart;
}

/** Writes the chart with these nodes marked as the ones that a run is in. */
export type WriteChart = (chart: Chart, active: ReadonlySet<string>) => string;
