/** The figures for Prometheus, as a reader gets them. */

import { expect } from 'chai';

import type { RunFigures } from '../../src/actors/runs.ts';
import { type HttpService, openHttpService } from '../support/http-service.ts';

const FIGURES: RunFigures = {
  residueFound: 7,
  active: 3,
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
    expect(lines.filter((line) => line.startsWith('tms_init_'))).to.have.members([
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
