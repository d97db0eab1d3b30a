/** The figures for Prometheus, as a reader gets them. */

import { expect } from 'chai';

import type { RunFigures } from '../../src/actors/runs.ts';
import { openHistogram } from '../../src/platform/histogram.ts';
import { NOTHING_YET } from '../support/held-runs.ts';
import { eventually } from '../support/eventually.ts';
import { type HttpService, openHttpService } from '../support/http-service.ts';
import { rejectionOf } from '../support/rejection-of.ts';

const FIGURES: RunFigures = {
  ...NOTHING_YET,
  residueFound: 7,
  active: 3,
  mostActive: 50,
  waiting: 2,
  runs: { succeeded: 10, failed: 4, alreadySucceeded: 1, refused: 5, abandoned: 0, broken: 1 },
  steps: { SUCCESS: 31, FAILED: 6 },
};

describe('the metrics', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
  });

  after(() => service.close());

  it('are in the text form of Prometheus, fresh each time', async () => {
    const { status, headers } = await fetch(`${service.server.url}/metrics`);
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  it('show the residue found at the start, the runs and steps, and what waits for the database', async () => {
    service.runs.shown = FIGURES;
    const lines = await read();
    expect(lines.filter((line) => /^tms_init_(?!info|http|.*_(seconds|streams))/.test(line))).to.have.members([
      'tms_init_max_active_runs 50',
      'tms_init_residue_found_tasks 7',
      'tms_init_active_runs 3',
      'tms_init_waiting_outcomes 2',
      'tms_init_ended_runs_total{state="succeeded"} 10',
      'tms_init_ended_runs_total{state="failed"} 4',
      'tms_init_ended_runs_total{state="alreadySucceeded"} 1',
      'tms_init_ended_runs_total{state="refused"} 5',
      'tms_init_ended_runs_total{state="abandoned"} 0',
      'tms_init_ended_runs_total{state="broken"} 1',
      'tms_init_ended_steps_total{outcome="SUCCESS"} 31',
      'tms_init_ended_steps_total{outcome="FAILED"} 6',
    ]);
    // Read again, nothing is counted twice.
    expect(await read()).to.include('tms_init_ended_steps_total{outcome="SUCCESS"} 31');
  });

  it('say nothing of the residue as long as it is not counted', async () => {
    service.runs.shown = { ...FIGURES, residueFound: null };
    const lines = await read();
    expect(lines.filter((line) => line.startsWith('tms_init_residue_found_tasks'))).to.deep.equal([]);
  });

  it('show how long runs, steps and transitions took, in buckets that hold all below them', async () => {
    const storeSeconds = openHistogram([0.001, 0.01]);
    for (const value of [0.0005, 0.001, 0.005, 2]) storeSeconds.observe(value);
    service.runs.shown = { ...FIGURES, storeSeconds: storeSeconds.read() };
    const lines = await read();
    expect(lines.filter((line) => line.startsWith('tms_init_transition_store_seconds'))).to.deep.equal([
      'tms_init_transition_store_seconds_bucket{le="0.001"} 2',
      'tms_init_transition_store_seconds_bucket{le="0.01"} 3',
      'tms_init_transition_store_seconds_bucket{le="+Inf"} 4',
      'tms_init_transition_store_seconds_sum 2.0065',
      'tms_init_transition_store_seconds_count 4',
    ]);
    const ofSteps = lines.filter((line) => line.startsWith('tms_init_step_duration_seconds_count'));
    expect(ofSteps.map((line) => line.replace(/ .*/, ''))).to.deep.equal([
      'tms_init_step_duration_seconds_count{outcome="SUCCESS"}',
      'tms_init_step_duration_seconds_count{outcome="FAILED"}',
    ]);
  });

  it('show requests by operation and status, and how long they took', async () => {
    const before = await read();
    for (const path of ['/tasks', '/tasks?limit=0', '/nowhere']) await (await service.call(path)).text();
    const answered = [
      'tms_init_http_requests_total{operation="listTasks",status="200"}',
      'tms_init_http_requests_total{operation="listTasks",status="400"}',
      'tms_init_http_requests_total{operation="none",status="404"}',
      'tms_init_http_request_duration_seconds_count{operation="none"}',
    ];
    // Counted when the answer has been sent, a moment after its reader has it.
    const grown = async (name: string) => valueOf(await read(), name) - valueOf(before, name);
    for (const name of answered) await eventually(`one more ${name}`, async () => (await grown(name)) === 1);
    const taken = 'tms_init_http_request_duration_seconds_count{operation="listTasks"}';
    expect(await grown(taken)).to.equal(2);
    expect(valueOf(await read(), 'tms_init_http_requests_total{operation="getMetrics",status="200"}')).to.be.above(0);
  });

  it('show the streams there are, which count as requests once they are over and have no duration', async () => {
    const leaving = new AbortController();
    const stream = await service.call('/inspect', { signal: leaving.signal });
    expect(valueOf(await read(), 'tms_init_open_streams')).to.equal(1);
    leaving.abort();
    await rejectionOf(stream.text());
    const isOver = async () =>
      valueOf(await read(), 'tms_init_http_requests_total{operation="getInspect",status="200"}') === 1;
    await eventually('the stream to be over', isOver);
    const lines = await read();
    expect(valueOf(lines, 'tms_init_open_streams')).to.equal(0);
    expect(lines.filter((line) => line.includes('seconds_count{operation="getInspect"}'))).to.deep.equal([]);
  });

  it('show the process too', async () => {
    const names = (await read()).map((line) => line.split(/[ {]/)[0]);
    expect(names).to.include.members([
      'process_resident_memory_bytes',
      'process_open_fds',
      'nodejs_eventloop_lag_seconds',
    ]);
  });

  async function read(): Promise<readonly string[]> {
    return (await (await fetch(`${service.server.url}/metrics`)).text()).split('\n');
  }
});

function valueOf(lines: readonly string[], name: string): number {
  return Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1] ?? 0);
}
