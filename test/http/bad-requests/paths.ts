/** Paths: what is not there, ids and step numbers. */

import { type BadRequest, BASE, get, KNOWN, on, refused, TASKS } from './row.ts';

const NOWHERE: Readonly<Record<string, BadRequest>> = {
  'a path outside the API': get('/api/v1/other'),
  'a path in upper case': get('/API/v1/init/tasks'),
  'a slash at the end': get(`${TASKS}/`),
  'a doubled slash': get(`${BASE}//tasks`),
  'two slashes and a host': get(`//attacker.example${TASKS}`),
  'an empty id before steps': get(`${TASKS}//steps`),
  'an empty step number': get(`${KNOWN}/steps/`),
  'an empty step number before a log': get(`${KNOWN}/steps//log`),
  'percent-encoding of what needs none': get(`${BASE}/%74asks`),
  'a way up': get(`${TASKS}/x/../known`),
  'a plan of a step': get(`${KNOWN}/steps/1/plan`),
  'a problem nobody knows': get('/problems/constructor'),
  'a problem without a name': get('/problems/'),
  'a problem that is a way up': get('/problems/..%2F..%2Fetc%2Fpasswd'),
  'a whole-server target': on('OPTIONS', '*'),
  'a whole-server target of a GET': get('*'),
};

const NO_STEP_NUMBERS: Readonly<Record<string, string>> = {
  'a word': 'one',
  'not a number': 'NaN',
  infinity: 'Infinity',
  'a negative number': '-1',
  'minus zero': '-0',
  'a number with a sign': '+1',
  'an encoded sign': '%2B1',
  'a fraction': '1.5',
  'a fraction of nothing': '1.0',
  'an exponent': '1e3',
  'a leading zero': '01',
  'a number in hexadecimal': '0x1',
  'a number with an underscore': '1_0',
  'a space': '%201',
  NUL: '1%00',
  'a line end': '1%0A',
  'Arabic digits': '%D9%A1',
  'fullwidth digits': '%EF%BC%91',
  'a number that is too large': '2147483648',
  'a number beyond 64 bits': '99999999999999999999',
  'a hundred digits': '9'.repeat(100),
  'five thousand digits': '9'.repeat(5000),
};

const NO_IDS: Readonly<Record<string, string>> = {
  'a dot': '.',
  'an encoded dot': '%2e',
  'two dots': '..',
  'two encoded dots': '%2e%2E',
  'an encoded slash': 'x%2Fy',
  'an encoded way up': '..%2F..%2Fetc%2Fpasswd',
  'the path of a step': 'known%2Fsteps',
  'an encoded backslash': 'x%5Cy',
  NUL: 'x%00',
  'NUL alone': '%00',
  'a line end': 'x%0Ay',
  'a tab': 'x%09y',
  escape: 'x%1By',
  DEL: 'x%7Fy',
  'a control character of Latin 1': 'x%C2%85y',
  'a line separator': 'x%E2%80%A8y',
  'a text direction mark': 'x%E2%80%AEy',
  'a character of no width': 'x%E2%80%8By',
  'a byte order mark': '%EF%BB%BFx',
  'no character of Unicode': 'x%EF%BF%BE',
  'a private character': 'x%EE%80%80',
  'a character that nobody sees': 'x%E3%85%A4',
  'a joiner that nobody sees': 'x%CD%8Fy',
  'a space at the beginning': '%20x',
  'a space at the end': 'x%20',
  'a space alone': '%20',
  'an ideographic space at the beginning': '%E3%80%80x',
  'a space of no break at the end': 'x%C2%A0',
  '65 characters': 'x'.repeat(65),
  '65 emoji': '%F0%9F%98%80'.repeat(65),
  '10,000 characters': 'x'.repeat(10_000),
};

export const paths = [
  ...refused(404, 'not-found', NOWHERE),
  ...refused(404, 'task-not-found', {
    'a task nobody knows': get(`${TASKS}/unknown`),
    'a task nobody knows by HEAD': on('HEAD', `${TASKS}/unknown`),
    'a task whose id differs in case': get(`${TASKS}/KNOWN`),
    'a plus, which is no space': get(`${TASKS}/kno+wn`),
    'parameters of a path, which there are none of': get(`${KNOWN};v=1`),
    'what was encoded twice': get(`${TASKS}/%256Bnown`),
    'the name of a member of every object': get(`${TASKS}/__proto__`),
    'steps of a task nobody knows': get(`${TASKS}/unknown/steps`),
    'attempts of a task nobody knows': get(`${TASKS}/unknown/steps/1/attempts`),
  }),
  ...refused(404, 'step-not-found', {
    'a step that is not there': get(`${KNOWN}/steps/2`),
    'the largest step number there can be': get(`${KNOWN}/steps/2147483647`),
    'the log of a step that is not there': get(`${KNOWN}/steps/0/log`),
    'the attempts of a step that is not there': get(`${KNOWN}/steps/2/attempts`),
  }),
  ...refused(404, 'log-not-available', {
    'the log of an attempt there never was': get(`${KNOWN}/steps/1/log?attempt=1`),
  }),
  ...each('as step number', NO_STEP_NUMBERS, (stepNo) => get(`${KNOWN}/steps/${stepNo}`), 'invalid-step-no'),
  ...refused(400, 'invalid-step-no', {
    'a word before a log': get(`${KNOWN}/steps/x/log`),
    'a word before attempts': get(`${KNOWN}/steps/x/attempts`),
  }),
  ...each('as id', NO_IDS, (taskId) => get(`${TASKS}/${taskId}`), 'invalid-task-id'),
  ...refused(400, 'invalid-task-id', {
    'an odd id before steps': get(`${TASKS}/%00/steps`),
    'an odd id before a step': get(`${TASKS}/%00/steps/1`),
    'an odd id before a log': get(`${TASKS}/%00/steps/1/log`),
    'an odd id before attempts': get(`${TASKS}/%00/steps/1/attempts`),
    'an odd id before execute': on('POST', `${TASKS}/%00/execute`),
    'an odd id before cancel': on('POST', `${TASKS}/%00/cancel`),
  }),
  ...refused(409, 'task-data-invalid', {
    'an adopted id with spaces': get(`${TASKS}/%20spaced%20`),
    'an adopted id with a slash': on('POST', `${TASKS}/a%2Fb/execute`),
  }),
];

function each(
  what: string,
  texts: Readonly<Record<string, string>>,
  request: (text: string) => BadRequest,
  code: string,
) {
  const requests = Object.entries(texts).map(([title, text]) => [`${title} ${what}`, request(text)] as const);
  return refused(400, code, Object.fromEntries(requests));
}
