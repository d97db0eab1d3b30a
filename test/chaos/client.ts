/** A client of the service that writes down what it asked, what it was answered, and when. */

import type { Call } from './history.ts';
import type { Instance } from './instance.ts';
import type { Recorder } from './recorder.ts';

export interface Client {
  /** The call as it was recorded; null where no instance can be asked now. */
  ask(op: Call['op'], taskId: string, body?: unknown): Promise<Call | null>;
}

/** Longer than any request may stay open. */
const PATIENCE_MS = 12_000;

export function recordingClient(instance: Instance, recorder: Recorder): Client {
  return {
    async ask(op, taskId, body) {
      const base = instance.url();
      if (base === null) return null;
      const askedAt = Date.now();
      const answer = await fetchAnswer(`${base}/api/v1/init${pathOf(op, taskId)}`, methodOf(op), body);
      const call: Call = { op, taskId, instance: instance.number, askedAt, ...answer };
      recorder.call(call);
      return call;
    },
  };
}

type Answer = Pick<Call, 'answeredAt' | 'http' | 'body'>;

async function fetchAnswer(url: string, method: string, body: unknown): Promise<Answer> {
  const content = body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_TYPE };
  try {
    const response = await fetch(url, { method, ...content, signal: AbortSignal.timeout(PATIENCE_MS) });
    const answer = JSON.parse(await response.text()) as unknown;
    return { answeredAt: Date.now(), http: response.status, body: answer };
  } catch (error) {
    // It may or may not have had an effect.
    return { answeredAt: null, http: null, body: (error as Error).name };
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

function methodOf(op: Call['op']): string {
  return op === 'task' || op === 'steps' ? 'GET' : 'POST';
}

function pathOf(op: Call['op'], taskId: string): string {
  switch (op) {
    case 'create':
      return '/tasks';
    case 'task':
      return `/tasks/${taskId}`;
    case 'execute':
    case 'cancel':
    case 'steps':
      return `/tasks/${taskId}/${op}`;
  }
}
