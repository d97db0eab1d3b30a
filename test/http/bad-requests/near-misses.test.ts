/** Requests that look odd and are good: what is refused beside them is not to take them along. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { expect } from 'chai';

import { formatLogPath } from '../../../src/domain/log-path.ts';
import { type HttpService, openHttpService } from '../../support/http-service.ts';
import { exchange, type RawAnswer, sendRaw } from '../../support/raw-request.ts';
import { type BadRequest, create, get, GET_TASKS, KNOWN, lines, POST_TASKS, send, TASKS, VALID } from './row.ts';

const LOG = `${KNOWN}/steps/1/log`;
const JSON_TEXT = JSON.stringify(VALID);
const CHUNK = [JSON_TEXT.length.toString(16), JSON_TEXT] as const;
const CHUNKED = [...POST_TASKS, 'Transfer-Encoding: chunked', ''] as const;

/** The largest id there can be: 64 characters of two code units and four bytes each. */
const EMOJI = '😀'.repeat(64);

const READ: Readonly<Record<string, BadRequest>> = {
  'HTTP/1.0 without a Host': lines(`GET ${TASKS} HTTP/1.0`, '', ''),
  'empty lines before the first one': `\r\n\r\n${lines(...GET_TASKS, '', '')}`,
  'a whole URL of the same host': get(`http://localhost${TASKS}`, { Host: 'localhost' }),
  'a whole URL of the same host and its usual port': get(`http://LOCALHOST:80${TASKS}`, { Host: 'localhost' }),
  'a whole URL of HTTPS, as a proxy sends it': get(`https://localhost${TASKS}`, { Host: 'localhost' }),
  'a question mark and nothing behind it': get(`${TASKS}?`),
  'ampersands and nothing between them': get(`${TASKS}?&&`),
  'a parameter against caches': get(`${TASKS}?_=1&_=2&__proto__=3`),
  'a body of a GET': { body: '{}' },
  'two hundred headers': lines(...GET_TASKS, ...Array<string>(200).fill('X-A: a'), '', ''),
  'a header with bytes that are not ASCII': get(TASKS, { 'X-A': '\u00e9\u00ff' }),
  'a header without a value': get(TASKS, { 'X-A': '' }),
  'cookies that are none': get(TASKS, { Cookie: '__proto__=1; =;;; a="' }),
  'a token that nobody asks for': get(TASKS, { Authorization: 'Bearer \u00ff garbage' }),
  'an Upgrade to web sockets': get(TASKS, { Connection: 'Upgrade, close', Upgrade: 'websocket' }),
  'an Upgrade to HTTP/2': get(TASKS, { Connection: 'Upgrade, HTTP2-Settings, close', Upgrade: 'h2c' }),
  'an expectation nobody knows': get(TASKS, { Expect: 'wonders' }),
  'an ETag that is garbage': get(TASKS, { 'If-None-Match': '"; W/ ,,, \u00ff' }),
  'a time that is garbage': get(TASKS, { 'If-Modified-Since': 'yesterday' }),
  'an Accept that is garbage beside what there is': get(TASKS, { Accept: ';;,q=1, application/json' }),
  'an Origin of somebody who only reads': get(TASKS, { Origin: 'https://attacker.example' }),
};

const OF_A_LOG: Readonly<Record<string, string>> = {
  'a range of nonsense': 'bytes=abc',
  'a range that ends before it begins': 'bytes=5-2',
  'a range without numbers': 'bytes=-',
  'a range of another unit': 'lines=0-1',
  'a range without a unit': '0-1',
  'a negative range': 'bytes=--1',
  'two ranges': 'bytes=0-0,2-2',
  'two thousand ranges': `bytes=${'0-0,'.repeat(2000)}0-0`,
};

const CREATED: Readonly<Record<string, BadRequest>> = {
  'a mark of UTF-8 before the JSON': send(`\ufeff${JSON_TEXT}`),
  'white space around the JSON': send(`\t\r\n ${JSON_TEXT} \n`),
  'a type in capitals': send(JSON_TEXT, { 'Content-Type': 'APPLICATION/JSON;CHARSET="UTF-8"' }),
  'a body in gzip': send(gzipSync(JSON_TEXT), { 'Content-Encoding': 'gzip' }),
  'a body in two parts of gzip': send(Buffer.concat([gzipSync(JSON_TEXT.slice(0, 9)), gzipSync(JSON_TEXT.slice(9))]), {
    'Content-Encoding': 'gzip',
  }),
  'a body in deflate': send(deflateSync(JSON_TEXT), { 'Content-Encoding': 'deflate' }),
  'a body in brotli': send(brotliCompressSync(JSON_TEXT), { 'Content-Encoding': 'br' }),
  'a body in no encoding': send(JSON_TEXT, { 'Content-Encoding': 'identity' }),
  'an expectation of 100': send(JSON_TEXT, { Expect: '100-continue' }),
  chunks: lines(...CHUNKED, ...CHUNK, '0', '', ''),
  'chunks whose coding is in capitals': lines(...POST_TASKS, 'Transfer-Encoding: CHUNKED', '', ...CHUNK, '0', '', ''),
  'a chunk with an extension': lines(...CHUNKED, `${CHUNK[0]};a="b"`, CHUNK[1], '0', '', ''),
  'chunks with a trailer': lines(...CHUNKED, ...CHUNK, '0', 'X-A: a', '', ''),
  'an id of 64 emoji': create({ ...VALID, taskId: EMOJI }),
  'brackets in a script': create({ ...VALID, steps: [{ name: 'x', script: '['.repeat(1000) }] }),
  'members named like parts of every object in a text': create({ ...VALID, name: '{"__proto__":1}' }),
};

describe('a request that looks odd', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
    await service.persistence.createTask({ taskId: 'known', ...VALID });
    await writeLog('0123456789');
  });

  after(() => service.close());

  for (const [title, request] of Object.entries(READ)) {
    it(`is answered: ${title}`, async () => {
      const answer = await answerTo(request);
      expect(answer.status, answer.body.toString()).to.equal(200);
      expect(JSON.parse(answer.body.toString())).to.have.property('items');
    });
  }

  for (const [title, Range] of Object.entries(OF_A_LOG)) {
    it(`is answered with the whole: ${title}`, async () => {
      const { status, body } = await answerTo(get(LOG, { Range }));
      expect([status, body.toString()]).to.deep.equal([200, '0123456789']);
    });
  }

  for (const [title, request] of Object.entries(CREATED)) {
    it(`creates a task: ${title}`, async () => {
      const answer = await answerTo(request);
      expect(answer.status, answer.body.toString()).to.equal(201);
    });
  }

  it('is refused with 416 only where its range lies behind the end', async () => {
    for (const Range of ['bytes=10-', 'bytes=-0', 'bytes=99999999999999999999-']) {
      const { status, headers } = await answerTo(get(LOG, { Range }));
      expect([status, headers['content-range']], Range).to.deep.equal([416, 'bytes */10']);
    }
  });

  it('finds the longest id by its path', async () => {
    const answer = await answerTo(get(`${TASKS}/${encodeURIComponent(EMOJI)}/steps`));
    expect(answer.status, answer.body.toString()).to.equal(200);
  });

  function answerTo(request: BadRequest): Promise<RawAnswer> {
    const { port } = service.server;
    if (typeof request === 'string' || request instanceof Uint8Array) return exchange(port, request);
    return sendRaw(port, { method: 'GET', path: TASKS, ...request });
  }

  async function writeLog(text: string): Promise<void> {
    const facts = { attempt: 1, place: 'aaaaaaaa', random: '0'.repeat(16) };
    const logPath = formatLogPath('known', 1, facts);
    const file = join(service.folder, 'logs', logPath);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await service.database.query(`update tms_init_task_step set status = 'SUCCESS', log_path = $1`, [logPath]);
  }
});
