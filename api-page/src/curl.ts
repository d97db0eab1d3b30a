/** A request as a command line. The token itself is never shown: the command takes it from a variable. */

import type { Target } from './target.ts';

interface CurlRequest extends Target {
  readonly method: string;
  readonly hasToken: boolean;
}

export function curlOf({ method, path, headers, body, hasToken }: CurlRequest): string {
  const given = Object.entries(headers).map(([name, value]) => ` -H ${quote(`${name}: ${value}`)}`);
  const token = hasToken ? ' -H "Authorization: Bearer $TOKEN"' : '';
  const data = body === null || body === '' ? '' : ` -d ${quote(body)}`;
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  return `curl -i${verb}${given.join('')}${token}${data} ${quote(location.origin + path)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
