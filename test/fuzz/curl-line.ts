/** A line for the shell that sends the same request again, to a service that was started by `npm start`. */

import type { RawRequest } from '../support/raw-request.ts';

export function curlLine({ method, path, headers = {}, body }: RawRequest): string {
  const given = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(value ? `${name}: ${value}` : `${name};`)}`,
  );
  const [before, data] =
    body === undefined ? ['', ''] : [`printf %s ${base64(body)} | base64 -d | `, '--data-binary @- '];
  const url = quoted(`http://127.0.0.1:8080${path}`);
  return `${before}curl -i -g --path-as-is -X ${method} ${given.map((header) => `${header} `).join('')}${data}${url}`;
}

function base64(body: string | Uint8Array): string {
  return Buffer.from(body).toString('base64') || "''";
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
