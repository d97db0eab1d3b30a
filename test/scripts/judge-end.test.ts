/** Whether an end is the script's own. */

import { expect } from 'chai';

import { judgeEnd } from '../../src/scripts/judge-end.ts';
import type { Ticket } from '../../src/scripts/lock/ticket.ts';

const OWN = '0123456789abcdef';
const OTHER = 'fedcba9876543210';

const waiting: Ticket = { attemptId: OWN, state: 'waiting' };
const started: Ticket = { attemptId: OWN, state: 'started' };
const foreign: Ticket = { attemptId: OTHER, state: 'started' };
const refused: Ticket = { attemptId: OWN, state: 'refused' };
const revoked: Ticket = { attemptId: '0'.repeat(16), state: 'revoked' };

describe('judgeEnd', () => {
  const cases: readonly (readonly [string, number | NodeJS.Signals, Ticket | null, object])[] = [
    ['code 0 is always of the script', 0, foreign, { kind: 'ended' }],
    ['code 3 under a marked ticket is of the script', 3, started, { kind: 'ended' }],
    ['code 75 under a marked ticket is of the script', 75, started, { kind: 'ended' }],
    [
      'code 126 under a refused ticket is of a script that the system did not execute',
      126,
      refused,
      { kind: 'refused' },
    ],
    [
      'a signal under a refused ticket came before the script',
      'SIGTERM',
      refused,
      { kind: 'not-started', reason: 'killed by SIGTERM before the script was started' },
    ],
    ['code 66 under a marked ticket is of the script', 66, started, { kind: 'ended' }],
    ['a signal under a marked ticket ended the script', 'SIGKILL', started, { kind: 'ended' }],
    ['code 75 with the ticket unmarked means that the lock is held', 75, waiting, { kind: 'locked' }],
    [
      'code 66 with the ticket unmarked is of flock',
      66,
      waiting,
      { kind: 'not-started', reason: 'cannot take the step lock: flock ended with code 66' },
    ],
    [
      'code 70 with the ticket unmarked means that it cannot be marked',
      70,
      waiting,
      { kind: 'not-started', reason: 'the ticket in the step lock cannot be marked' },
    ],
    [
      'a signal with the ticket unmarked came before the script',
      'SIGTERM',
      waiting,
      { kind: 'not-started', reason: 'killed by SIGTERM before the script was started' },
    ],
    [
      'code 70 under a revoked ticket is of a child that came late',
      70,
      revoked,
      { kind: 'not-started', reason: 'another start of this step took over its lock' },
    ],
    [
      'code 75 under the ticket of another attempt is of a child that came late',
      75,
      foreign,
      { kind: 'not-started', reason: 'another start of this step took over its lock' },
    ],
    [
      'a signal under a revoked ticket leaves open whether the script had begun',
      'SIGKILL',
      revoked,
      { kind: 'unknown', reason: 'another start of this step took over its lock' },
    ],
    ['code 70 without a ticket means that its file was swept', 70, null, { kind: 'swept' }],
    ['code 3 without a ticket is of a script that removed the file', 3, null, { kind: 'ended' }],
    ['a signal without a ticket ended a script that removed the file', 'SIGKILL', null, { kind: 'ended' }],
  ];
  for (const [title, end, ticket, expected] of cases) {
    it(`says that ${title}`, () => {
      const exitCode = typeof end === 'number' ? end : null;
      const signal = typeof end === 'number' ? null : end;
      expect(judgeEnd({ exitCode, signal }, ticket, OWN)).to.deep.equal(expected);
    });
  }
});
