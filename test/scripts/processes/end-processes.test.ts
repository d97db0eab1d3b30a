/** Ending processes for good. */

import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { endProcesses } from '../../../src/scripts/processes/end-processes.ts';
import { readProcessStat } from '../../../src/platform/process-stat.ts';
import { shareReads } from '../../../src/scripts/processes/share-reads.ts';
import { signalGroup, signalProcess } from '../../../src/scripts/processes/signal-process.ts';
import { FenceError } from '../../../src/scripts/scripts.ts';
import { eventually } from '../../support/eventually.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

describe('endProcesses', () => {
  it('says of what it waits for in vain that it cannot be seen', async () => {
    const error = await rejectionOf(
      endProcesses({ find: () => Promise.resolve({ processes: [], unseen: true }), killGraceMs: 0 }),
    );
    expect(error).to.be.instanceOf(FenceError);
    expect(String(error)).to.include('cannot be seen from here');
  });

  it('names the processes that do not end', async () => {
    // Its start time is that of no process, so no signal reaches it.
    const processes = [{ pid: process.pid, startTime: '0' }];
    const error = await rejectionOf(
      endProcesses({ find: () => Promise.resolve({ processes, unseen: false }), killGraceMs: 100 }),
    );
    expect(error).to.include({ name: 'FenceError', message: `waiting for process ${process.pid}, which does not end` });
  });
});

describe('signalProcess', () => {
  it('does not reach a process with the same pid that started at another time', async () => {
    const child = spawn('sleep', ['60'], { detached: true });
    const pid = child.pid ?? 0;
    const startTime = readProcessStat(pid)?.startTime ?? '';
    expect(startTime).to.match(/^\d+$/);
    signalProcess({ pid, startTime: `${startTime}0` }, 'SIGKILL');
    expect(signalGroup({ pid, startTime: `${startTime}0` }, 'SIGKILL')).to.equal(false);
    expect(signalGroup({ pid, startTime }, 0)).to.equal(true);
    signalProcess({ pid, startTime }, 'SIGTERM');
    const [, signal] = await once(child, 'exit');
    expect(signal).to.equal('SIGTERM');
    expect(readProcessStat(pid)).to.equal(null);
    expect(signalGroup({ pid, startTime }, 0)).to.equal(false);
  });

  it('takes names with blanks and parentheses for what they are', async () => {
    const child = spawn('/bin/sh', ['-c', 'printf ") R 1 (" > /proc/$$/comm; echo; exec 2>&-; read -r line']);
    await once(child.stdout, 'data');
    expect(readProcessStat(child.pid ?? 0)?.group).to.equal(readProcessStat(process.pid)?.group);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
});

describe('shareReads', () => {
  it('serves all who ask during a read by one more, and never by one that had begun', async () => {
    const begun: PromiseWithResolvers<number>[] = [];
    const read = shareReads(() => {
      const next = Promise.withResolvers<number>();
      begun.push(next);
      return next.promise;
    });
    const first = read();
    await Promise.resolve();
    const later = [read(), read(), read()];
    expect(begun).to.have.length(1);
    begun[0]?.reject(new Error('the first'));
    expect(String(await rejectionOf(first))).to.equal('Error: the first');
    await eventually('the next read to begin', () => begun.length === 2);
    begun[1]?.resolve(2);
    expect(await Promise.all(later)).to.deep.equal([2, 2, 2]);
    expect(begun).to.have.length(2);
  });
});
