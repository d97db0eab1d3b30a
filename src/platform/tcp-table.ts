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

/** Those on whose other end something waits to be sent again; none where the tables cannot be read. */
export async function findUnacknowledged(): Promise<readonly TcpConnection[]> {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')));
  return tables.flatMap((table) => table.split('\n').flatMap(parseLine));
}

/**
 * `sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt …`, in hexadecimal; the timer `01` waits for an
 * acknowledgement.
 */
const WAITING =
  /^ *\d+: (?:[\dA-F]{8}|[\dA-F]{32}):([\dA-F]{4}) ([\dA-F]{8}|[\dA-F]{32}):([\dA-F]{4}) [\dA-F]{2} \S+ 01:\S+ ([\dA-F]{8}) /;

/** None where the line says something else. */
export function parseLine(line: string): readonly TcpConnection[] {
  const [, localPort, address, remotePort, sentAgain] = WAITING.exec(line) ?? [];
  if (!localPort || !address || !remotePort || !sentAgain) return [];
  const remoteAddress = parseAddress(Buffer.from(address, 'hex'));
  const ends = { localPort: fromHex(localPort), remoteAddress, remotePort: fromHex(remotePort) };
  return [{ name: connectionName(ends), sentAgain: fromHex(sentAgain) }];
}

function fromHex(digits: string): number {
  return Number.parseInt(digits, 16);
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
