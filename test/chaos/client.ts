/** A client of the service that writes down what it asked, what it was answered, and when. */

import type { Call, Wish } from './history.ts';
import type { Instance } from './instance.ts';
import type { Recorder } from './recorder.ts';

export interface Client {
  /** The call as it was recorded; null where no instance can be asked now. */
  ask(op: Call['op'], taskId: string, body?: unknown, wish?: Wish): Promise<Call | null>;
}

/** Longer than any request may stay open. */
const PATIENCE_MS = 12_000;

export function recordingClient(instance: Instance, recorder: Recorder): Client {
  return {
    async ask(op, taskId, body, wish) {
      const base = instance.url();
      if (base === null) return null;
      const askedAt = Date.now();
      const answer = await fetchAnswer(`${base}/api/v1/init${pathOf(op, taskId, wish)}`, methodOf(op), body);
      const call: Call = { op, taskId, instance: instance.number, askedAt, ...answer, ...(wish && { wish }) };
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
    const text = await response.text();
    const answer = text === '' ? null : (JSON.parse(text) as unknown);
    return { answeredAt: Date.now(), http: response.status, body: answer };
  } catch (error) {
    // It may or may not have had an effect.
    return { answeredAt: null, http: null, body: (error as Error).name };
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

const METHODS: Partial<Record<Call['op'], string>> = { task: 'GET', steps: 'GET', mend: 'PUT', delete: 'DELETE' };

function methodOf(op: Call['op']): string {
  return METHODS[op] ?? 'POST';
}

function pathOf(op: Call['op'], taskId: string, wish?: Wish): string {
  switch (op) {
    case 'create':
      return '/tasks';
    case 'task':
    case 'delete':
      return `/tasks/${taskId}`;
    case 'from-step':
      return `/tasks/${taskId}/execute`;
    case 'mend':
      return `/tasks/${taskId}/steps/${wish?.stepNo}`;
    case 'resolve':
      return `/tasks/${taskId}/steps/${wish?.stepNo}/resolve`;
    case 'execute':
    case 'cancel':
    case 'steps':
      return `/tasks/${taskId}/${op}`;
  }
}
