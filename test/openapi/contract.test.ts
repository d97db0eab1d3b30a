/** Every answer that the description has, brought about and compared with what it says: status, headers, shape, problem. */

import { expect } from 'chai';

import { ROLES } from '../../src/http/access/role.ts';
import type { Operation } from '../fuzz/description.ts';
import type { RawAnswer } from '../support/raw-request.ts';
import { answerStage } from './answer-stages.ts';
import { mediaType, problemCode, promiseCheck } from './check-promise.ts';
import { CANNOT_BE_STAGED, IS_STREAMED, PROBLEM_STAGES, type Provoke, send } from './problem-stages.ts';
import { description, operations } from './read-document.ts';
import { openStage, type Stage } from './stage.ts';
import { tokenOf } from './token-book.ts';

const PROBLEM = 'application/problem+json';

const check = promiseCheck(description);

interface Described {
  readonly operation: Operation;
  readonly status: string;
  /** The code of a problem, or the media type; null for an answer without a body. */
  readonly what: string | null;
}

describe('the answer', () => {
  let stage: Stage;

  before(async () => {
    stage = await openStage();
  });

  after(() => stage.close());

  for (const described of operations.flatMap(answersOf)) {
    const { operation, status, what } = described;
    const reason = reasonAgainst(described);
    const title = `${status}${what === null ? '' : ` ${what}`} of ${operation.operationId}`;
    if (reason !== undefined) {
      it(`${title} is not brought about here: ${reason}`, () => undefined);
      continue;
    }
    it(`${title} comes, and is as described`, async () => {
      const provoke = stageOf(described);
      const answer = await provoke(stage, operation);
      const text = answer.body.toString('utf8', 0, 500);
      expect(`${answer.status}`, text).to.equal(status);
      expectDescribed(operation, answer);
      if (what !== null)
        expect(isProblem(status) ? problemCode(answer.body) : mediaType(answer.headers['content-type'])).to.equal(what);
    });
  }

  for (const operation of operations.filter(({ role }) => role !== null)) {
    for (const role of ROLES) {
      it(`of ${operation.operationId} is one that is described also for the role ${role}`, async () => {
        const headers = { Authorization: `Bearer ${tokenOf(role)}` };
        const answer = await send(stage, operation, { trouble: 'guarded', headers });
        expectDescribed(operation, answer);
      });
    }
  }
});

describe('the stages', () => {
  const known = new Set(operations.flatMap(answersOf).flatMap(({ what }) => (what === null ? [] : [what])));

  it('are for problems that are described, and each is staged or not', () => {
    const named = [...Object.keys(PROBLEM_STAGES), ...Object.keys(CANNOT_BE_STAGED)];
    expect(named.filter((name) => !known.has(name.split(' ').at(-1) ?? ''))).to.deep.equal([]);
  });
});

const isProblem = (status: string) => Number(status) >= 400;

function answersOf(operation: Operation): readonly Described[] {
  return Object.entries(operation.answers).flatMap(([status, { description: codes, content = {} }]): Described[] => {
    if (Object.hasOwn(content, PROBLEM)) return codes.split(', ').map((what) => ({ operation, status, what }));
    const types = Object.keys(content);
    return types.length === 0
      ? [{ operation, status, what: null }]
      : types.map((what) => ({ operation, status, what }));
  });
}

function reasonAgainst({ operation: { operationId }, what }: Described): string | undefined {
  if (what === 'too-many-streams' && IS_STREAMED.has(operationId)) return undefined;
  return CANNOT_BE_STAGED[`${operationId} ${what}`] ?? CANNOT_BE_STAGED[`${what}`];
}

function stageOf({ operation, status, what }: Described): Provoke {
  const { operationId } = operation;
  const found = isProblem(status)
    ? (PROBLEM_STAGES[`${operationId} ${what}`] ?? PROBLEM_STAGES[`${what}`])
    : answerStage(operation, status, what);
  if (found !== undefined) return found;
  throw new Error(
    isProblem(status)
      ? `nothing brings ${what} about: say how in PROBLEM_STAGES of test/openapi/problem-stages.ts ('${what}' for all operations, '${operationId} ${what}' for this one), or why it cannot be in CANNOT_BE_STAGED`
      : `nothing brings ${status} of ${operationId} about: say how in ANSWER_STAGES of test/openapi/answer-stages.ts, as '${operationId} ${status}'`,
  );
}

function expectDescribed(operation: Operation, answer: RawAnswer): void {
  const fault = check(operation, answer);
  expect(fault, fault ?? '').to.equal(null);
}
