/** The figures of the service in the form that Prometheus reads. Each is asked for when it is read. */

import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

import { readServiceVersion } from '../../platform/service-version.ts';
import type { Rooms } from '../rooms.ts';
import { addGauge, addHistogram, addTotals } from './add-figure.ts';

export type Measured = Pick<Rooms, 'supervisor' | 'streams' | 'requests'>;

/** A registry of its own, so that two services in one process do not mix their figures. */
export function openMetrics(rooms: Measured): Registry {
  const registry = new Registry();
  addInfo(registry);
  addPresent(registry, rooms);
  addRuns(registry, rooms);
  addRequests(registry, rooms);
  collectDefaultMetrics({ register: registry });
  return registry;
}

function addInfo(registry: Registry): void {
  const name = 'tms_init_info';
  const help = 'Always 1; its label tells the version of the service.';
  const info = new Gauge({ name, help, labelNames: ['version'], registers: [registry] });
  info.set({ version: readServiceVersion() }, 1);
}

function addPresent(registry: Registry, { supervisor, streams }: Measured): void {
  addGauge(registry, {
    name: 'tms_init_residue_found_tasks',
    help: 'Tasks that were found interrupted when this service started; absent until they are counted.',
    read: () => supervisor.figures().residueFound,
  });
  addGauge(registry, {
    name: 'tms_init_active_runs',
    help: 'Runs that this service has now.',
    read: () => supervisor.figures().active,
  });
  addGauge(registry, {
    name: 'tms_init_max_active_runs',
    help: 'Runs that this service may have at once: MAX_RUNNING.',
    read: () => supervisor.figures().mostActive,
  });
  addGauge(registry, {
    name: 'tms_init_waiting_outcomes',
    help: 'Runs whose last transition could not be stored yet: they wait for the database.',
    read: () => supervisor.figures().waiting,
  });
  addGauge(registry, {
    name: 'tms_init_open_streams',
    help: 'Answers that are being sent piece by piece now: events, followed logs, whole logs.',
    read: () => streams.places.taken,
  });
  addGauge(registry, {
    name: 'tms_init_max_open_streams',
    help: 'Answers that may be sent piece by piece at once: MAX_STREAMS.',
    read: () => streams.places.most,
  });
}

function addRuns(registry: Registry, { supervisor }: Measured): void {
  addTotals(registry, {
    name: 'tms_init_ended_runs_total',
    help: 'Runs that have ended since the start, by their final state.',
    labels: ['state'],
    read: () => by('state', Object.entries(supervisor.figures().runs)),
  });
  addTotals(registry, {
    name: 'tms_init_ended_steps_total',
    help: 'Steps that have ended since the start, by what they became; an interrupted one counts when it is made FAILED.',
    labels: ['outcome'],
    read: () => by('outcome', Object.entries(supervisor.figures().steps)),
  });
  addHistogram(registry, {
    name: 'tms_init_run_duration_seconds',
    help: 'How long runs took, by their final state.',
    read: () => by('state', Object.entries(supervisor.figures().runSeconds)),
  });
  addHistogram(registry, {
    name: 'tms_init_step_duration_seconds',
    help: 'How long the scripts of steps took that this service started, by what the step became.',
    read: () => by('outcome', Object.entries(supervisor.figures().stepSeconds)),
  });
  addHistogram(registry, {
    name: 'tms_init_transition_store_seconds',
    help: 'From the moment a transition was handed over until it was stored, with all tries.',
    read: () => [{ labels: {}, value: supervisor.figures().storeSeconds }],
  });
}

function addRequests(registry: Registry, { requests }: Measured): void {
  addTotals(registry, {
    name: 'tms_init_http_requests_total',
    help: 'Requests that were answered, by operation (none: no route) and status (499: the caller left before).',
    labels: ['operation', 'status'],
    read: () =>
      requests.totals().answered.map(({ operation, status, count: value }) => ({
        labels: { operation, status: String(status) },
        value,
      })),
  });
  addHistogram(registry, {
    name: 'tms_init_http_request_duration_seconds',
    help: 'How long requests took until their answer was sent, streams of events not among them, by operation.',
    read: () => by('operation', [...requests.totals().seconds]),
  });
}

function by<Value>(label: string, values: readonly (readonly [string, Value])[]) {
  return values.map(([of, value]) => ({ labels: { [label]: of }, value }));
}
