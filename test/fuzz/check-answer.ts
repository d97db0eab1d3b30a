/** Whether an answer to a random request is one that the description promises, and no fault. */

import { promiseCheck } from '../openapi/check-promise.ts';
import type { RawAnswer } from '../support/raw-request.ts';
import type { Description } from './description.ts';
import type { FuzzRequest } from './fuzz-request.ts';

/** What is wrong with an answer, in words; null where nothing is. */
export type CheckAnswer = (asked: FuzzRequest, answer: RawAnswer) => string | null;

/** What a request can be answered with that is wrong in no way that its description tells. */
const NOT_FOR_A_VALID_ONE = new Set([400, 401, 403, 405, 406, 408, 413, 415, 421, 431]);

export function answerCheck(description: Description): CheckAnswer {
  const check = promiseCheck(description);
  return ({ operation, isValid }, answer) => {
    const { status, body } = answer;
    const isDescribed = Object.hasOwn(operation.answers, status);
    if (isDescribed && status >= 500 && status !== 503) return `the status ${status} is a fault of the service`;
    if (isDescribed && isValid && NOT_FOR_A_VALID_ONE.has(status)) {
      return `a valid request is refused: ${body.toString()}`;
    }
    return check(operation, answer);
  };
}
