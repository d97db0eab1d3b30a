/** The figures of the service in the form that Prometheus reads. Each is asked for when it is read. */

import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

import type { Runs } from '../../actors/runs.ts';

/** A registry of its own, so that two services in one process do not mix their figures. */
export function openMetrics(runs: Pick<Runs, 'figures'>): Registry {
  const registry = new Registry();
  addGauges(registry, runs);
  addTotals(registry, runs);
  collectDefaultMetrics({ register: registry });
  return registry;
}

function addGauges(registry: Registry, runs: Pick<Runs, 'figures'>): void {
  addGauge(registry, {
    name: 'tms_init_residue_found_tasks',
    help: 'Tasks that were found interrupted when this service started; absent until they are counted.',
    read: () => runs.figures().residueFound,
  });
  addGauge(registry, {
    name: 'tms_init_active_runs',
    help: 'Runs that this service has now.',
    read: () => runs.figures().active,
  });
  addGauge(registry, {
    name: 'tms_init_waiting_outcomes',
    help: 'Runs whose last transition could not be stored yet: they wait for the database.',
    read: () => runs.figures().waiting,
  });
}

function addTotals(registry: Registry, runs: Pick<Runs, 'figures'>): void {
  addCounter(registry, {
    name: 'tms_init_ended_runs_total',
    help: 'Runs that have ended since the start, by their final state.',
    label: 'state',
    read: () => runs.figures().runs,
  });
  addCounter(registry, {
    name: 'tms_init_ended_steps_total',
    help: 'Steps that have ended since the start, by what they became; an interrupted one counts when it is made FAILED.',
    label: 'outcome',
    read: () => runs.figures().steps,
  });
}

interface Described<Value> {
  readonly name: string;
  readonly help: string;
  readonly read: () => Value;
}

function addGauge(registry: Registry, { name, help, read }: Described<number | null>): void {
  const collect = () => {
    const value = read();
    if (value === null) gauge.remove();
    else gauge.set(value);
  };
  const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect });
}

type Totals = Readonly<Record<string, number>>;

/** The actors count; a counter of Prometheus can only be counted up, so it begins anew with each reading. */
function addCounter(registry: Registry, described: Described<Totals> & { readonly label: string }): void {
  const { name, help, label, read } = described;
  const collect = () => {
    counter.reset();
    for (const [value, total] of Object.entries(read())) counter.inc({ [label]: value }, total);
  };
  const counter: Counter = new Counter({ name, help, labelNames: [label], registers: [registry], collect });
}
