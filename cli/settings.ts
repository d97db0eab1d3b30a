/** Where the service is and by which token it is asked: by options, else by the environment. */

import type { ApiPlace } from './api/api.ts';
import type { Environment } from './environment.ts';
import { misuse } from './faults/fault.ts';
import { isToken } from './is-token.ts';
import { readTokenFile } from './read-token-file.ts';

/** Those that every command takes. */
export interface SharedOptions {
  readonly url?: string;
  readonly tokenFile?: string;
  readonly json?: true;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** A parser would take `http:host`, backslashes and line breaks too: nobody who means an address writes it so. */
const PLAIN_URL = /^https?:\/\/[^\s/\\][^\s\\]*$/i;

/** Throws a Fault that names what cannot be used. */
export function placeOf(options: SharedOptions, environment: Environment): ApiPlace {
  return { url: urlOf(options, environment), token: tokenOf(options, environment) };
}

function urlOf(options: SharedOptions, environment: Environment): string {
  const name = options.url === undefined ? 'TMS_INIT_URL' : '--url';
  const given = options.url ?? environment.url ?? DEFAULT_URL;
  const url = PLAIN_URL.test(given) ? URL.parse(given) : null;
  if (url === null) {
    throw misuse(`${name} must be an address such as ${DEFAULT_URL}, not ${JSON.stringify(given)}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw misuse(`${name} must have no user and no password; a token is given by --token-file`);
  }
  if (url.search !== '' || url.hash !== '') throw misuse(`${name} must end with the path, without ? and #`);
  return url.href.replace(/\/+$/, '');
}

function tokenOf(options: SharedOptions, { token, tokenFile }: Environment): string | null {
  if (options.tokenFile !== undefined) return readTokenFile(options.tokenFile, '--token-file');
  if (token !== undefined && tokenFile !== undefined) {
    throw misuse('TMS_INIT_TOKEN and TMS_INIT_TOKEN_FILE are both set; unset one of them');
  }
  if (tokenFile !== undefined) return readTokenFile(tokenFile, 'TMS_INIT_TOKEN_FILE');
  return token === undefined ? null : checked(token, 'TMS_INIT_TOKEN');
}

function checked(token: string, name: string): string {
  if (!isToken(token)) throw misuse(`${name} does not hold a token`);
  return token;
}
