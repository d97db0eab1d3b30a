/** The values in sentences of the service: how each is known by its form, and how it is told in Chinese. */

import { zh } from '../zh.ts';

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;

/** Those that are not among these may be anything. */
const FORMS: Readonly<Record<string, string>> = {
  number: NUMBER,
  count: NUMBER,
  total: NUMBER,
  seconds: NUMBER,
  code: NUMBER,
  signal: String.raw`SIG\w+`,
  status: '[A-Z]+',
  // Up to the last bracket that can end it: a name may have any.
  title: '.+',
  steps: String.raw`the step|steps? \d+(?: to \d+)?`,
};

/** As a part of a regular expression. */
export function formOf(name: string): string {
  return FORMS[name] ?? '.+?';
}

/** @param tell for values that are sentences themselves */
export function tellValue(name: string, value: string, tell: (sentence: string) => string): string {
  switch (name) {
    case 'steps':
      return tellSteps(value);
    case 'status':
      return tellStatus(value);
    case 'reason':
      return tell(value);
    case 'changes':
      return value
        .split(', ')
        .map((change) => tell(change))
        .join('，');
    default:
      return value;
  }
}

function tellSteps(steps: string): string {
  const [first, last] = steps.match(/\d+/g) ?? [];
  if (first === undefined) return '该步骤';
  return last === undefined ? `第 ${first} 步` : `第 ${first} 至 ${last} 步`;
}

const STATUSES: Readonly<Record<string, string>> = {
  PENDING: zh['status.PENDING'],
  RUNNING: zh['status.RUNNING'],
  SUCCESS: zh['status.SUCCESS'],
  FAILED: zh['status.FAILED'],
};

function tellStatus(status: string): string {
  return STATUSES[status] ?? status;
}
