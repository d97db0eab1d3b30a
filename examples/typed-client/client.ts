/** A client whose paths, parameters, bodies and answers the compiler knows: they are generated from the description of the API. */

import createClient, { type Client } from 'openapi-fetch';

import type { components, paths } from './openapi.d.ts';

export type Task = components['schemas']['Task'];

/** @param url such as http://localhost:8080 */
export function openClient(url: string, token?: string): Client<paths> {
  return createClient<paths>({ baseUrl: url, ...(token && { headers: { Authorization: `Bearer ${token}` } }) });
}
