/** Headers that are none, or too many. */

import { type BadRequest, GET_TASKS, get, lines, refused, TASKS } from './row.ts';

function withLine(line: string): string {
  return lines(...GET_TASKS, line, '', '');
}

const NONE: Readonly<Record<string, BadRequest>> = {
  'a header without a colon': withLine('nonsense'),
  'two tokens': withLine(lines('Authorization: Bearer a', 'Authorization: Bearer b')),
  'a header without a name': withLine(': a'),
  'a space before the colon': withLine('X-A : a'),
  'a tab before the colon': withLine('X-A\t: a'),
  'a space in the name of a header': withLine('X A: a'),
  'an at sign in the name of a header': withLine('X@A: a'),
  'parentheses in the name of a header': withLine('X(A): a'),
  'a slash in the name of a header': withLine('X/A: a'),
  'quotes in the name of a header': withLine('"X": a'),
  'bytes that are not ASCII in the name of a header': withLine('X\u00e9: a'),
  'NUL in the name of a header': withLine('X\0A: a'),
  'NUL in a header': withLine('X-A: a\0b'),
  'a control character in a header': withLine('X-A: a\u0001b'),
  'DEL in a header': withLine('X-A: a\u007fb'),
  'LF in a header': withLine('X-A: a\nX-B: b'),
  'CR in a header': withLine('X-A: a\rX-B: b'),
  'CR at the end of a header': withLine('X-A: a\r'),
  'a folded header': withLine('X-A: a\r\n b'),
  'a header folded by a tab': withLine('X-A: a\r\n\tb'),
  'a space before the first header': lines(`GET ${TASKS} HTTP/1.1`, ' X-A: a', 'Host: localhost', '', ''),
  'lines that end in LF': `${GET_TASKS.join('\n')}\n\n`,
  'lines that end in CR': `${GET_TASKS.join('\r')}\r\r`,
  'headers without an end': { cutOff: lines(...GET_TASKS, 'X-A: a') },
};

const TOO_LARGE: Readonly<Record<string, BadRequest>> = {
  'a header of 20 KB': withLine(`X-Long: ${'x'.repeat(20_000)}`),
  'a header of 100 KB': withLine(`X-Long: ${'x'.repeat(100_000)}`),
  'a name of a header of 20 KB': withLine(`${'X'.repeat(20_000)}: a`),
  'cookies of 20 KB': get(TASKS, { Cookie: `a=${'x'.repeat(20_000)}` }),
  'a token of 20 KB': get(TASKS, { Authorization: `Bearer ${'x'.repeat(20_000)}` }),
  'two hundred and fifty-seven headers': withLine(lines(...Array<string>(256).fill('X-A: a'))),
  'ten thousand headers': withLine(lines(...Array<string>(10_000).fill('X-A: a'))),
  'a URL of 20 KB': get(`/${'x'.repeat(20_000)}`),
  'ten thousand ranges': get(`${TASKS}/known/steps/1/log`, { Range: `bytes=${'0-0,'.repeat(10_000)}0-0` }),
};

export const headers = [...refused(400, 'malformed-request', NONE), ...refused(431, 'headers-too-large', TOO_LARGE)];
