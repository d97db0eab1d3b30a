/** Who is addressed, on whose behalf, and which form of the answer is wanted. */

import { type BadRequest, create, get, KNOWN, on, refused, TASKS, VALID } from './row.ts';

function host(Host: string | null): BadRequest {
  return get(TASKS, { Host });
}

function execute(headers: Readonly<Record<string, string>>): BadRequest {
  return on('POST', `${KNOWN}/execute`, headers);
}

const NO_HOSTS: Readonly<Record<string, BadRequest>> = {
  'no Host': host(null),
  'two Hosts': get(TASKS, { host: 'localhost', Host: 'localhost' }),
  'an empty Host': host(''),
  'a Host with a user': host('a@localhost'),
  'a Host with a password': host('a:b@localhost'),
  'a Host with a path': host('localhost/api'),
  'a Host with a query': host('localhost?a'),
  'a Host with a fragment': host('localhost#a'),
  'a Host with a backslash': host(String.raw`localhost\a`),
  'a Host with a space': host('local host'),
  'a Host with a scheme': host('http://localhost'),
  'a list of Hosts': host('localhost, attacker.example'),
  'a Host with a port in words': host('localhost:http'),
  'a Host with two ports': host('localhost:80:80'),
  'a Host with a negative port': host('localhost:-1'),
  'a Host with percent-encoding': host('%6cocalhost'),
  'a Host with bytes that are not ASCII': host('l\u00f6calhost'),
  'a Host with quotes': host('"localhost"'),
  'a Host that is a star': host('*'),
  'an IPv6 address without brackets': host('::1'),
  'an IPv6 address with one bracket': host('[::1'),
  'an IPv6 address with a zone': host('[fe80::1%25eth0]'),
  'an address of a later version of IP': host('[v1.a]'),
};

const FOREIGN_HOSTS: Readonly<Record<string, BadRequest>> = {
  'a foreign Host': host('attacker.example:8080'),
  'a foreign Host that begins like ours': host('localhost.attacker.example'),
  'a foreign Host that ends like ours': host('attackerlocalhost'),
  'a foreign Host that looks like an address': host('127.0.0.1.attacker.example'),
  'an address with a dot behind it': host('127.0.0.1.'),
  'an address in a short form': host('127.1'),
  'an address as one number': host('2130706433'),
  'an address in hexadecimal': host('0x7f.0.0.1'),
  'an address that is out of range': host('256.0.0.1'),
  'brackets around no address': host('[:::]'),
  'a foreign Host of an execute': execute({ Host: 'attacker.example' }),
  'a foreign Host of a problem page': get('/problems/internal', { Host: 'attacker.example' }),
  'a foreign Host of the metrics': get('/metrics', { Host: 'attacker.example' }),
};

const FOREIGN_PAGES: Readonly<Record<string, BadRequest>> = {
  'an execute by a foreign page': execute({ Origin: 'https://attacker.example' }),
  'an execute by a page of another port': execute({ Origin: 'http://127.0.0.1:1' }),
  'an execute by a sandboxed page': execute({ Origin: 'null' }),
  'an execute by a page of a file': execute({ Origin: 'file://' }),
  'an execute by a page of nonsense': execute({ Origin: 'nonsense' }),
  'an execute by two pages': execute({ Origin: 'http://localhost, https://attacker.example' }),
  'an execute from a cross-site form': execute({ 'Sec-Fetch-Site': 'cross-site' }),
  'a cancel by a foreign page': on('POST', `${KNOWN}/cancel`, { Origin: 'https://attacker.example' }),
  'a new task by a foreign page': { ...create(VALID), headers: { Origin: 'https://attacker.example' } },
  'a DELETE by a foreign page': on('DELETE', KNOWN, { Origin: 'https://attacker.example' }),
};

const FORMS_THERE_ARE_NOT: Readonly<Record<string, BadRequest>> = {
  'a page is wanted': get(TASKS, { Accept: 'text/html' }),
  'JSON is excluded by a zero weight': get(TASKS, { Accept: 'application/json;q=0' }),
  'everything is excluded by a zero weight': get(TASKS, { Accept: '*/*;q=0' }),
  'nonsense is wanted': get(TASKS, { Accept: 'nonsense' }),
  'another JSON is wanted': get(KNOWN, { Accept: 'application/vnd.api+json' }),
  'a problem is wanted': get(KNOWN, { Accept: 'application/problem+json' }),
  'steps are wanted as text': get(`${KNOWN}/steps`, { Accept: 'text/plain' }),
  'a step is wanted as XML': get(`${KNOWN}/steps/1`, { Accept: 'application/xml' }),
  'attempts are wanted as text': get(`${KNOWN}/steps/1/attempts`, { Accept: 'text/plain' }),
  'a log is wanted as events': get(`${KNOWN}/steps/1/log`, { Accept: 'text/event-stream' }),
  'a log is wanted as a picture': get(`${KNOWN}/steps/1/log`, { Accept: 'image/*' }),
  'a new task whose answer nobody wants': { ...create({ ...VALID }), headers: { Accept: 'image/png' } },
  'an execute whose answer nobody wants': execute({ Accept: 'image/png' }),
  'a cancel whose answer nobody wants': on('POST', `${KNOWN}/cancel`, { Accept: 'image/png' }),
};

export const doors = [
  ...refused(400, 'invalid-host', NO_HOSTS),
  ...refused(421, 'misdirected-host', FOREIGN_HOSTS),
  ...refused(403, 'cross-origin', FOREIGN_PAGES),
  ...refused(406, 'not-acceptable', FORMS_THERE_ARE_NOT),
];
