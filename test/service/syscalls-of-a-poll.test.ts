/** What a poll of a running task asks of the kernel: one read of the request, one write of the answer. */

import { expect } from 'chai';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

import { eventually } from '../support/eventually.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

const POLLS = 200;

/** The service does something of its own meanwhile, such as to look after its claims. A second call for each poll would be 200. */
const OWN = 100;

const COUNTS_ARE_KEPT = existsSync('/proc/self/io');

describe('a poll of a running task', () => {
  let folders: ServiceFolders;
  let service: ServiceProcess;
  let socket: Socket;

  before(async function () {
    if (!COUNTS_ARE_KEPT) {
      console.log('      skipped: this kernel does not count the calls of a process (/proc/self/io)');
      this.skip();
    }
    folders = await makeServiceFolders();
    service = await startServiceProcess(folders);
    await service.createTask('running', ['sleep 600', 'true']);
    await service.execute('running');
    await eventually('the step to run', async () => (await service.steps('running'))[0]?.status === 'RUNNING');
    const { port, hostname } = new URL(service.url);
    socket = connect(Number(port), hostname).setNoDelay();
    await once(socket, 'connect');
  });

  after(async () => {
    socket?.destroy();
    await service?.end('SIGTERM');
    await folders?.remove();
  });

  for (const path of ['', '/steps', '/steps/1']) {
    for (const isKnown of [false, true]) {
      it(`at /tasks/{taskId}${path}${isKnown ? ' that finds nothing new' : ''} is read and answered by one call each`, async () => {
        const asked = `/api/v1/init/tasks/running${path}`;
        const { headers } = await fetch(`${service.url}${asked}`);
        const known = isKnown ? `If-None-Match: ${headers.get('etag')}\r\n` : '';
        const request = `GET ${asked} HTTP/1.1\r\nHost: localhost\r\n${known}\r\n`;
        // A new service still has things of its own to do.
        for (let n = 0; n < POLLS; n += 1) await poll(request);
        const before = callsOf(service.pid);
        for (let n = 0; n < POLLS; n += 1) expect(await poll(request)).to.equal(isKnown ? 304 : 200);
        const { reads, writes } = callsOf(service.pid);
        expect(reads - before.reads, 'reads').to.be.within(POLLS, POLLS + OWN);
        expect(writes - before.writes, 'writes').to.be.within(POLLS, POLLS + OWN);
      });
    }
  }

  /** The status, once the whole answer is there. */
  async function poll(request: string): Promise<number> {
    socket.write(request);
    let answer = '';
    while (!isWhole(answer)) answer += String((await once(socket, 'data'))[0]);
    return Number(answer.split(' ')[1]);
  }
});

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1] ?? 0);
  return answer.startsWith('HTTP/1.1 304') || answer.length >= end + 4 + length;
}

/** Reads and writes of all kinds, of all its threads, since its start. */
function callsOf(pid: number): { readonly reads: number; readonly writes: number } {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8');
  const count = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1]);
  return { reads: count('syscr'), writes: count('syscw') };
}
