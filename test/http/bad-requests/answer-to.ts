/** Sends a bad request, and looks whether the answer is the right problem. */

import { expect } from 'chai';

import { exchange, type RawAnswer, sendRaw } from '../../support/raw-request.ts';
import { type BadRequest, type Row, TASKS } from './row.ts';

export function answerTo(port: number, request: BadRequest): Promise<RawAnswer> {
  if (typeof request === 'string' || request instanceof Uint8Array) return exchange(port, request);
  if ('cutOff' in request) return exchange(port, request.cutOff, { end: true });
  return sendRaw(port, { method: 'GET', path: TASKS, ...request });
}

export function expectProblem(answer: RawAnswer, { status, code, request }: Row): void {
  const text = answer.body.toString();
  expect(answer.status, text).to.equal(status);
  expect(answer.headers['content-type']).to.equal('application/problem+json');
  expect(answer.headers['x-content-type-options']).to.equal('nosniff');
  expect(answer.headers['cache-control']).to.equal('no-store');
  if (typeof request === 'object' && 'method' in request && request.method === 'HEAD') return;
  // Nothing comes behind it: no part of the request was taken for a request of its own.
  expect(answer.headers['content-length'], text).to.equal(`${answer.body.length}`);
  const problem = JSON.parse(text);
  expect(problem).to.include({ type: `/problems/${code}`, status });
  expect(problem).to.include.keys('title', 'detail', 'instance');
  expect(text).not.to.match(/node_modules|\.ts:|select |tms_init_task/);
}
