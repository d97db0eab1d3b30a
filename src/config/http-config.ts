/** Where the service listens, to whom, and how much it takes. */

import type { Settings } from './settings.ts';

export interface HttpConfig {
  readonly host: string;
  /** 0 lets the system choose one. */
  readonly port: number;
  /** Names, in small letters, that clients may call the service by, besides localhost and IP addresses. */
  readonly allowedHosts: readonly string[];
  /** Origins such as `https://tools.example.org` whose web pages may use the service. */
  readonly allowedOrigins: readonly string[];
  readonly limits: HttpLimits;
  /** Calls of execute for each caller and second; null: no limit. */
  readonly executeRate: number | null;
  /** Wrong tokens for each address and minute; null: no limit. */
  readonly wrongTokenRate: number | null;
}

export interface HttpLimits {
  /** The largest body, counted after it was inflated. */
  readonly maxBodyBytes: number;
  /** All headers of a request together, with its first line. */
  readonly maxHeaderBytes: number;
  /** From the first byte of a request to the last one of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to the last one of its body. */
  readonly requestMs: number;
  readonly maxConnections: number;
  /** Answers that are sent piece by piece, at once: logs. */
  readonly maxStreams: number;
}

export function httpOf(given: Settings): HttpConfig {
  return {
    host: given.HOST,
    port: given.PORT,
    allowedHosts: given.ALLOWED_HOSTS,
    allowedOrigins: given.ALLOWED_ORIGINS,
    limits: {
      maxBodyBytes: given.MAX_BODY,
      maxHeaderBytes: given.MAX_HEADERS,
      headersMs: given.HEADERS_TIMEOUT * 1000,
      requestMs: given.REQUEST_TIMEOUT * 1000,
      maxConnections: given.MAX_CONNECTIONS,
      maxStreams: given.MAX_STREAMS,
    },
    executeRate: given.EXECUTE_RATE || null,
    wrongTokenRate: given.WRONG_TOKEN_RATE || null,
  };
}
