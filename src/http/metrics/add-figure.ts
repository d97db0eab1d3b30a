/** Puts a figure that somebody else counts into a registry of prom-client, which itself only counts up. */

import { Counter, Gauge, type Histogram, type Registry } from 'prom-client';

import type { Distribution } from '../../platform/histogram.ts';

interface Named {
  readonly name: string;
  readonly help: string;
}

type Labels = Readonly<Record<string, string>>;

interface Labelled<Value> extends Named {
  readonly labels: readonly string[];
  readonly read: () => readonly { readonly labels: Labels; readonly value: Value }[];
}

/** Absent while it is null. */
export function addGauge(
  registry: Registry,
  { name, help, read }: Named & { readonly read: () => number | null },
): void {
  const collect = () => {
    const value = read();
    if (value === null) gauge.remove();
    else gauge.set(value);
  };
  const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect });
}

/** Begins anew with each reading. */
export function addTotals(registry: Registry, { name, help, labels, read }: Labelled<number>): void {
  const collect = () => {
    counter.reset();
    for (const { labels: of, value } of read()) counter.inc(of, value);
  };
  const counter: Counter = new Counter({ name, help, labelNames: [...labels], registers: [registry], collect });
}

/** One of prom-client only observes; of a metric that is registered, the registry asks these. */
export function addHistogram(registry: Registry, { name, help, read }: Omit<Labelled<Distribution>, 'labels'>): void {
  const get = () => {
    const values = read().flatMap(({ labels, value }) => linesOf(name, labels, value));
    return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values });
  };
  const histogram = { name, help, type: 'histogram', get } as const;
  registry.registerMetric(histogram as unknown as Histogram);
}

/** As Prometheus wants them: each bucket with all below it. */
function linesOf(name: string, labels: Labels, { bounds, counts, sum }: Distribution) {
  let below = 0;
  const buckets = counts.map((count, index) => {
    below += count;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: String(bounds[index] ?? '+Inf') }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: below },
  ];
}
