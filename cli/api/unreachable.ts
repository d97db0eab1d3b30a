/** No service answers, or something else does: what was seen, and what to check. */

import { EXIT } from '../exit-codes.ts';
import { Fault } from '../faults/fault.ts';

export class UnreachableFault extends Fault {
  override readonly name = 'UnreachableFault';

  constructor(url: string, seen: string, cause?: unknown) {
    const advice = [
      'Check that the service runs there (tms-init serve starts one here),',
      'and the address, which --url or TMS_INIT_URL gives.',
    ];
    super(EXIT.unreachable, `cannot reach the service at ${url}: ${seen}`, { advice, cause });
  }
}

const SEEN: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  'bad port': 'programs that speak HTTP do not use this port',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to its network',
  ETIMEDOUT: 'no answer in time',
  TimeoutError: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'no answer in time',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted (NODE_EXTRA_CA_CERTS names a file of further ones)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted (NODE_EXTRA_CA_CERTS names a file of further ones)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted (NODE_EXTRA_CA_CERTS names a file of further ones)',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** @param error that of fetch, or of reading what it gave. */
export function unreachable(url: string, error: unknown): UnreachableFault {
  return new UnreachableFault(url, describe(error), error);
}

function describe(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const known = SEEN[codeOf(one)] ?? SEEN[one.name] ?? SEEN[one.message];
    if (known !== undefined) return known;
    if (one.cause === undefined) return one.message;
  }
  return String(error);
}

function codeOf(error: Error): string {
  // Several addresses of one name were tried: the first fault stands for all.
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  const { code } = (first ?? error) as NodeJS.ErrnoException;
  return String(code);
}
