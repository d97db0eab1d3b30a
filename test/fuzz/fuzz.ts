/** Sends many requests that are made of the description of the API, and finds the smallest that is answered wrongly. */

import * as fc from 'fast-check';

import { sendRaw } from '../support/raw-request.ts';
import { answerCheck } from './check-answer.ts';
import { curlLine } from './curl-line.ts';
import { readDescription } from './description.ts';
import { type FuzzRequest, fuzzRequests } from './fuzz-request.ts';

export interface FuzzOptions {
  readonly port: number;
  readonly seed: number;
  readonly requests: number;
}

export interface FuzzReport {
  /** How often each operation was answered with each status: `GET /healthz 200`. */
  readonly answers: ReadonlyMap<string, number>;
  /** Null where every answer was as described. */
  readonly fault: string | null;
}

export async function fuzz({ port, seed, requests }: FuzzOptions): Promise<FuzzReport> {
  const description = await readDescription(`http://127.0.0.1:${port}`);
  const check = answerCheck(description);
  const answers = new Map<string, number>();
  const property = fc.asyncProperty(fuzzRequests(description), async (asked) => {
    const answer = await sendRaw(port, asked.request);
    const seen = `${asked.operation.method} ${asked.operation.path} ${answer.status}`;
    answers.set(seen, (answers.get(seen) ?? 0) + 1);
    const fault = check(asked, answer);
    if (fault !== null) throw new Error(fault);
  });
  const found = await fc.check(property, { seed, numRuns: requests });
  const [smallest] = found.counterexample ?? [];
  return { answers, fault: smallest ? describe(smallest, found.errorInstance, { seed, requests }) : null };
}

function describe({ request }: FuzzRequest, error: unknown, { seed, requests }: Omit<FuzzOptions, 'port'>): string {
  return [
    error instanceof Error ? error.message : String(error),
    curlLine(request),
    `npm run fuzz -- --seed ${seed} --requests ${requests}`,
  ].join('\n');
}
