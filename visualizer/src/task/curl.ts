/** A request as a command line that can be pasted into a shell. */

export interface CurlRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** JSON. */
  readonly body?: string | undefined;
  /** The token itself is never shown: the command takes it from a variable. */
  readonly needsToken: boolean;
}

export function curlOf({ origin, path, method, body, needsToken }: CurlRequest): string {
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  const header = needsToken ? ' -H "Authorization: Bearer $TOKEN"' : '';
  const sent = body === undefined ? '' : ` -H 'Content-Type: application/json' -d ${quote(body)}`;
  return `curl -s${verb}${header}${sent} ${quote(origin + path)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
