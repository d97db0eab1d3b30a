/** Sends a request and tells of the answer as it comes: a stream of events has no end of its own. */

import type { Target } from './target.ts';

export interface Received {
  /** With its words: `202 Accepted`; what went wrong where there is none. */
  readonly status: string;
  /** A line each. */
  readonly headers: string;
  readonly body: string;
  /** Whether there is more to come. */
  readonly isOpen: boolean;
}

interface Request extends Target {
  readonly method: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

/** A browser is slow with more in one place. */
const MOST_CHARACTERS = 200_000;

export async function send(request: Request, tell: (received: Received) => void): Promise<void> {
  let told: Received = { status: 'sent', headers: '', body: '', isOpen: true };
  const say = (news: Partial<Received>) => tell((told = { ...told, ...news }));
  say({});
  try {
    const response = await fetch(request.path, initOf(request));
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    say({ status: `${response.status} ${response.statusText}`, headers: lines.join('\n') });
    await readBody(response, (body) => say({ body }));
    if (typeOf(response).endsWith('json')) say({ body: indented(told.body) });
    say({ isOpen: false });
  } catch (error) {
    say({ isOpen: false, ...(!request.signal.aborted && { status: String(error) }) });
  }
}

function initOf({ method, headers, body, token, signal }: Request): RequestInit {
  const authorization = token === '' ? {} : { Authorization: `Bearer ${token}` };
  return {
    method,
    headers: { ...headers, ...authorization },
    signal,
    cache: 'no-store',
    redirect: 'manual',
    ...(body !== null && body !== '' && { body }),
  };
}

async function readBody(response: Response, tell: (body: string) => void): Promise<void> {
  let text = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {};
    if (done) return;
    text += value;
    tell(text.slice(-MOST_CHARACTERS));
  }
}

function typeOf(response: Response): string {
  return response.headers.get('Content-Type')?.split(';')[0] ?? '';
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // Too long to be there whole, or lines of JSON.
  }
}
