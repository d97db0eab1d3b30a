/** By what a caller without a name is counted: the address at the other end of the connection. */

import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** How an IPv4 address looks on a socket that takes both kinds. */
const MAPPED = /^::ffff:(?<ipv4>\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Never what X-Forwarded-For says: anybody may write that. Of an IPv6 address the first 64 bits, for whoever has one has
 * all that begin like it.
 */
export function callerAddress({ socket }: Pick<IncomingMessage, 'socket'>): string {
  const address = socket.remoteAddress ?? '';
  const ipv4 = MAPPED.exec(address)?.groups?.['ipv4'];
  if (ipv4 !== undefined) return ipv4;
  return isIPv6(address) ? `${firstGroups(address).join(':')}::/64` : address;
}

function firstGroups(address: string): readonly string[] {
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4);
}
