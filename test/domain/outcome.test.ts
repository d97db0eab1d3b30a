import { expect } from 'chai';

import { type Exit, isSuccess, outcomeOf, type Termination } from '../../src/domain/outcome.ts';

const at = '2026-03-10T08:00:00.000Z';
const facts = { at, lastLine: null, warning: null };
const exited = (exitCode: number, more: Partial<Exit> = {}) =>
  ({ kind: 'exited', exitCode, ...facts, ...more }) as Exit;
const signalled = (signal: NodeJS.Signals): Exit => ({ kind: 'signalled', signal, ...facts });
const cancel: Termination = { cause: 'cancel', by: 'ann', at };
const timeout: Termination = { cause: 'timeout', timeoutMs: 1500 };
const logLimit: Termination = { cause: 'log-limit', limitBytes: 500 * 1024 ** 2 };

describe('the outcome of an attempt', () => {
  const table: readonly [string, Exit, Termination | null, 'SUCCESS' | 'FAILED', number | null, string | null][] = [
    ['exit code 0', exited(0), null, 'SUCCESS', 0, null],
    ['0 with a warning', exited(0, { warning: 'log incomplete' }), null, 'SUCCESS', 0, 'log incomplete'],
    ['another code', exited(3), null, 'FAILED', 3, 'exit code 3'],
    ['137 by itself', exited(137), null, 'FAILED', 137, 'exit code 137'],
    ['a last line', exited(1, { lastLine: 'no disk' }), null, 'FAILED', 1, 'exit code 1; last output: no disk'],
    ['SIGKILL', signalled('SIGKILL'), null, 'FAILED', 137, 'killed by SIGKILL'],
    ['SIGTERM', signalled('SIGTERM'), null, 'FAILED', 143, 'killed by SIGTERM'],
    ['SIGSEGV', signalled('SIGSEGV'), null, 'FAILED', 139, 'killed by SIGSEGV'],
    ['no start', { kind: 'not-started', reason: 'no script', ...facts }, null, 'FAILED', null, 'no script'],
    ['an unseen end', { kind: 'unknown', reason: 'lost', ...facts }, null, 'FAILED', null, 'lost'],
    ['a cancel after words', exited(1, { lastLine: 'up' }), cancel, 'FAILED', 1, 'cancelled by ann'],
    [
      'a timeout after words',
      exited(1, { lastLine: 'up' }),
      timeout,
      'FAILED',
      1,
      'timeout: ended after 1.5 s; last output: up',
    ],
    ['a cancel', signalled('SIGTERM'), cancel, 'FAILED', 143, 'cancelled by ann'],
    ['0 after a cancel', exited(0), cancel, 'FAILED', 0, 'cancelled by ann'],
    ['a timeout', signalled('SIGKILL'), timeout, 'FAILED', 137, 'timeout: ended after 1.5 s'],
    [
      'too large a log, with what it was full of',
      exited(0, { lastLine: 'again' }),
      logLimit,
      'FAILED',
      0,
      'its log grew beyond STEP_LOG_LIMIT (500 MiB); last output: again',
    ],
    ['a shutdown', signalled('SIGTERM'), { cause: 'shutdown', at }, 'FAILED', 143, 'stopped by shutdown'],
  ];
  for (const [title, exit, termination, status, exitCode, message] of table) {
    it(`of ${title} is ${status}: ${message ?? 'no message'}`, () => {
      expect(outcomeOf(exit, termination)).to.deep.equal({ status, exitCode, message });
      expect(isSuccess(exit, termination)).to.equal(status === 'SUCCESS');
    });
  }
});
