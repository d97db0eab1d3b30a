/** Queries: parameters that are unknown, repeated, out of range, or contradict each other. */

import { type BadRequest, get, KNOWN, on, refused, TASKS } from './row.ts';

function list(query: string): BadRequest {
  return get(`${TASKS}?${query}`);
}

function log(query: string): BadRequest {
  return get(`${KNOWN}/steps/1/log?${query}`);
}

function cursor(text: string): string {
  return Buffer.from(text).toString('base64url');
}

const OF_THE_LIST: Readonly<Record<string, BadRequest>> = {
  'a limit of nothing': list('limit=0'),
  'a limit above 200': list('limit=201'),
  'a negative limit': list('limit=-1'),
  'a limit with a sign': list('limit=%2B1'),
  'a limit in words': list('limit=ten'),
  'a fraction as limit': list('limit=1.5'),
  'a limit with an exponent': list('limit=1e2'),
  'a limit in hexadecimal': list('limit=0x10'),
  'a limit with a space': list('limit=+1'),
  'an empty limit': list('limit='),
  'a limit without a value': list('limit'),
  'a limit given twice': list('limit=1&limit=1'),
  'a limit as a list': list('limit[]=1'),
  'a limit and another parameter behind a semicolon': list('limit=1;status=x'),
  'an empty cursor': list('cursor='),
  'a cursor nobody made': list('cursor=abc'),
  'a cursor with padding': list('cursor=MQ=='),
  'a cursor of nothing': list(`cursor=${cursor('0')}`),
  'a negative cursor': list(`cursor=${cursor('-1')}`),
  'a cursor in JSON': list(`cursor=${cursor('{"id":1}')}`),
  'a cursor above all ids': list(`cursor=${cursor('9999999999999999999')}`),
  'a cursor with SQL': list(`cursor=${cursor('1 or 1=1')}`),
  'a cursor of 8,000 characters': list(`cursor=${'A'.repeat(8000)}`),
  'an empty status': list('status='),
  'a status given twice': list('status=x&status=y'),
  'a status with NUL': list('status=%00'),
  'a status with a line end': list('status=%0A'),
  'a status of 65 characters': list(`status=${'x'.repeat(65)}`),
  'a parameter nobody knows': list('Limit=1'),
  'a parameter without a name': list('=1'),
  'parameters named like parts of every object': list('constructor=1'),
  'a parameter named prototype': list('prototype=1'),
  'an empty q': list('q='),
  'a q given twice': list('q=x&q=y'),
  'a q with NUL': list('q=%00'),
  'a q with a line end': list('q=x%0A'),
  'a q of 256 characters': list(`q=${'x'.repeat(256)}`),
  'an active that is neither': list('active=yes'),
  'an active in capitals': list('active=TRUE'),
  'an active as a number': list('active=1'),
  'an empty active': list('active='),
  'an active given twice': list('active=true&active=true'),
};

const OF_A_LOG: Readonly<Record<string, BadRequest>> = {
  'a negative offset': log('offset=-1'),
  'a fraction as offset': log('offset=0.5'),
  'an offset in words': log('offset=end'),
  'an empty offset': log('offset='),
  'an offset beyond exact numbers': log('offset=9007199254740993'),
  'a limit of no bytes': log('limit=0'),
  'a negative limit of bytes': log('limit=-1'),
  'a tail of no lines': log('tail=0'),
  'a negative tail': log('tail=-1'),
  'a tail of a milliard lines': log('tail=1000000000'),
  'a tail with an exponent': log('tail=1e9'),
  'a tail that is not a number': log('tail=NaN'),
  'a tail with an offset': log('tail=1&offset=0'),
  'a tail with a limit': log('tail=1&limit=1'),
  'an attempt before the first': log('attempt=0'),
  'an attempt in words': log('attempt=x'),
  'an attempt given twice': log('attempt=1&attempt=2'),
  'an attempt of ten digits': log('attempt=1000000000'),
  'a download that is not 1': log('download=yes'),
  'a page above 1 MiB': get(`${KNOWN}/steps/1/log?limit=1048577`, { Accept: 'application/json' }),
};

const OF_A_READ: Readonly<Record<string, BadRequest>> = {
  'a wait of no time': get(`${KNOWN}?wait=0`),
  'a wait of more than a minute': get(`${KNOWN}?wait=61`),
  'a negative wait': get(`${KNOWN}/steps?wait=-1`),
  'a wait in words': get(`${KNOWN}/steps?wait=long`),
  'a wait of a fraction': get(`${KNOWN}/steps/1?wait=0.5`),
  'an empty wait': get(`${KNOWN}/steps/1?wait=`),
  'a wait given twice': get(`${KNOWN}?wait=1&wait=1`),
  'a wait for an attempt': get(`${KNOWN}/steps/1/attempts?wait=1`),
  'a wait for a list': list('wait=1'),
};

const WHERE_THERE_ARE_NONE: Readonly<Record<string, BadRequest>> = {
  'a query of a task': get(`${KNOWN}?limit=1`),
  'a query of steps': get(`${KNOWN}/steps?limit=1`),
  'a query of a step': get(`${KNOWN}/steps/1?limit=1`),
  'a query of a plan': get(`${KNOWN}/plan?fromStep=1`),
  'a query of attempts': get(`${KNOWN}/steps/1/attempts?limit=1`),
  'a query of a new task': on('POST', `${TASKS}?limit=1`),
  'a query of a cancel': on('POST', `${KNOWN}/cancel?force=1`),
  'a parameter of a later version: fromStep': on('POST', `${KNOWN}/execute?fromStep=1`),
  'an ifRunning that is not reject': on('POST', `${KNOWN}/execute?ifRunning=wait`),
  'an ifRunning given twice': on('POST', `${KNOWN}/execute?ifRunning=reject&ifRunning=reject`),
};

export const queries = [
  ...refused(400, 'invalid-query', { ...OF_THE_LIST, ...OF_A_LOG, ...OF_A_READ, ...WHERE_THERE_ARE_NONE }),
  ...refused(416, 'range-not-satisfiable', {
    'an offset behind the end': log('offset=1'),
    'an offset far behind the end': log('offset=9007199254740991'),
  }),
];
