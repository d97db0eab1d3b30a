/** What Linux says of the TCP connections of this host; elsewhere nothing is known of them. */

import { readFile } from 'node:fs/promises';
import { type Socket, SocketAddress } from 'node:net';
import { endianness } from 'node:os';

export interface TcpConnection {
  /** As `connectionName` names it. */
  readonly name: string;
  /** How often what was sent was sent again, since the other end acknowledged anything. */
  readonly sentAgain: number;
}

export type TcpEnds = Pick<Socket, 'localPort' | 'remoteAddress' | 'remotePort'>;

/** Tells a connection apart from all others of a server. */
export function connectionName({ localPort, remoteAddress, remotePort }: TcpEnds): string {
  return `${localPort} ${plainAddress(String(remoteAddress))} ${remotePort}`;
}

const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];

/** Those on whose other end something waits to be sent again. */
export async function findUnacknowledged(): Promise<readonly TcpConnection[]> {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')));
  return tables.flatMap((table) => table.split('\n').flatMap(parseLine));
}

/** The timer of a connection that waits for an acknowledgement. */
const SENDS_AGAIN = '01';

/** `sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt …`, in hexadecimal. */
export function parseLine(line: string): readonly TcpConnection[] {
  const [, local, remote, , , timer, sentAgain] = line.trim().split(/\s+/);
  if (!local || !remote || !sentAgain || !timer?.startsWith(`${SENDS_AGAIN}:`)) return [];
  const [, localPort] = parseEnd(local);
  const [remoteAddress, remotePort] = parseEnd(remote);
  return [
    { name: connectionName({ localPort, remoteAddress, remotePort }), sentAgain: Number.parseInt(sentAgain, 16) },
  ];
}

function parseEnd(end: string): readonly [string, number] {
  const [address = '', port = ''] = end.split(':');
  return [parseAddress(Buffer.from(address, 'hex')), Number.parseInt(port, 16)];
}

/** Words of 32 bits in the order of the machine. */
function parseAddress(words: Buffer): string {
  const bytes = endianness() === 'LE' ? words.swap32() : words;
  if (bytes.length === 4) return bytes.join('.');
  return (bytes.toString('hex').match(/.{4}/g) ?? []).join(':');
}

/** One spelling of an address of IPv6, and that of IPv4 for one that is written as IPv6. */
function plainAddress(address: string): string {
  if (!address.includes(':')) return address;
  const [unscoped = ''] = address.split('%');
  const { address: plain } = new SocketAddress({ address: unscoped, family: 'ipv6' });
  return plain.replace(/^::ffff:(?=\d+\.)/, '');
}
