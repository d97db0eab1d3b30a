/** Readers whose network is gone without a word (F67): each in a network namespace of its own, whose cable is pulled. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

import { expect } from 'chai';

import { limitConnections } from '../../../src/http/load/connections.ts';
import { connectionName, parseLine } from '../../../src/platform/tcp-table.ts';
import { eventually } from '../../support/eventually.ts';
import { makeNamespace, type NetworkNamespace, whyNoNamespaces } from '../../support/network-namespace.ts';
import { silentLogger } from '../../support/silent-logger.ts';

const READ = 'fetch(process.argv[1]).then((response) => response.text())';

describe('a reader whose network is gone without a word', () => {
  const reason = whyNoNamespaces();
  let network: NetworkNamespace;
  let server: Server;
  let readers: ChildProcess[];
  let answers: Map<string, ServerResponse>;

  before(async function () {
    if (reason !== null) return;
    network = await makeNamespace(77);
    [readers, answers] = [[], new Map()];
    server = createServer((request, response) => {
      answers.set(request.url ?? '', response);
      const beat = setInterval(() => response.write(':\n'), 50);
      response.once('close', () => clearInterval(beat));
    });
    const silence = { lookMs: 100, sentAgain: 3 };
    limitConnections(server, { maxConnections: 10, silence }, silentLogger);
    server.listen(0, '0.0.0.0');
    await once(server, 'listening');
  });

  after(async () => {
    if (reason !== null) return;
    for (const reader of readers) reader.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
    await network.remove();
  });

  async function read(name: string, host: string, within: (command: readonly string[]) => readonly string[]) {
    const { port } = server.address() as AddressInfo;
    const [program = '', ...args] = within([process.execPath, '-e', READ, `http://${host}:${port}/${name}`]);
    readers.push(spawn(program, args, { stdio: 'ignore' }));
    return eventually(`the reader ${name}`, () => answers.get(`/${name}`));
  }

  it('gives its place back, and no other one does', async function () {
    if (reason !== null) {
      console.log(`      not tried: ${reason}`);
      return;
    }
    const far = await read('far', network.hostAddress, (command) => network.inside(command));
    const near = await read('near', '127.0.0.1', (command) => command);
    const ended = once(far, 'close');
    await network.pullCable();
    await ended;
    expect(far.req.socket.destroyed).to.equal(true);
    expect(near.req.socket.destroyed).to.equal(false);
  });
});

describe('the table of connections that Linux gives', () => {
  const waits = '01 000000D2:00000000 01:00000A10 0000000B     0        0 123 1';

  it('names them as their sockets do, whatever kind of address they have', () => {
    const [four, mapped, six] = [
      `  0: 0107E80A:2108 0207E80A:986C ${waits}`,
      `  1: 0000000000000000FFFF00000107E80A:2108 0000000000000000FFFF00000207E80A:986C ${waits}`,
      `  2: 000080FE00000000FF005450B6E0FEFF:2108 000080FE00000000FF005450B6E0FEAA:986C ${waits}`,
    ].map(parseLine);
    expect(four).to.deep.equal([{ name: '8456 10.232.7.2 39020', sentAgain: 11 }]);
    expect(mapped).to.deep.equal(four);
    const mappedSocket = { localPort: 8456, remoteAddress: '::ffff:10.232.7.2', remotePort: 39020 };
    expect(connectionName(mappedSocket)).to.equal('8456 10.232.7.2 39020');
    const socket = { localPort: 8456, remoteAddress: 'fe80::5054:ff:aafe:e0b6%eth0', remotePort: 39020 };
    expect(six).to.deep.equal([{ name: connectionName(socket), sentAgain: 11 }]);
  });

  it('is read without its heading, and without what waits for nothing or for a reader', () => {
    expect(
      parseLine('  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid'),
    ).to.deep.equal([]);
    const idle = '01 00000000:00000000 00:00000000 00000000     0        0 123 1';
    const probed = '01 000000D2:00000000 04:00000A10 0000000B     0        0 123 1';
    for (const rest of [idle, probed]) {
      expect(parseLine(`  0: 0107E80A:2108 0207E80A:986C ${rest}`)).to.deep.equal([]);
    }
    expect(parseLine('')).to.deep.equal([]);
  });
});
