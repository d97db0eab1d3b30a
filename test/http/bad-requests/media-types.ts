/** Bodies of another type, of another character set, or compressed otherwise than they say. */

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

import { type BadRequest, create, KNOWN, lines, on, POST_TASKS, refused, send, VALID } from './row.ts';

const JSON_TEXT = JSON.stringify(VALID);
const BOMB = Buffer.alloc(32 * 1024 * 1024);

function typed(type: string | null, path?: string): BadRequest {
  return send(JSON_TEXT, { 'Content-Type': type }, path);
}

function encoded(encoding: string, body: string | Uint8Array): BadRequest {
  return send(body, { 'Content-Encoding': encoding });
}

const OTHER_TYPES: Readonly<Record<string, BadRequest>> = {
  'no type': typed(null),
  'an empty type': typed(''),
  'a form': typed('application/x-www-form-urlencoded'),
  'a form of parts': typed('multipart/form-data; boundary=x'),
  'a form of parts without a boundary': typed('multipart/form-data'),
  'plain text': typed('text/plain'),
  XML: typed('application/xml'),
  'JSON of text': typed('text/json'),
  'a type that begins like JSON': typed('application/jsonx'),
  'a type that ends like JSON': typed('application/vnd.api+json'),
  'a patch of JSON': typed('application/json-patch+json'),
  'a problem': typed('application/problem+json'),
  'any type': typed('*/*'),
  'no real type': typed('json'),
  'two types in one': typed('application/json, text/plain'),
  'two types': lines(...POST_TASKS, 'Content-Type: text/plain', 'Content-Length: 2', '', '{}'),
  'a parameter nobody knows': typed('application/json; version=1'),
  'UTF-16': typed('application/json; charset=utf-16'),
  'Latin 1': typed('application/json; charset=latin1'),
  'UTF-7': typed('application/json; charset=utf-7'),
  'a character set nobody knows': typed('application/json; charset=klingon'),
  'no character set': typed('application/json; charset='),
  'two character sets': typed('application/json; charset=utf-8; charset=utf-16'),
  'an execute of a form': typed('application/x-www-form-urlencoded', `${KNOWN}/execute`),
  'a cancel of plain text': typed('text/plain', `${KNOWN}/cancel`),
  'a deletion of plain text': { ...on('DELETE', KNOWN, { 'Content-Type': 'text/plain' }), body: 'all' },
  'an execute of chunks without a type': {
    ...on('POST', `${KNOWN}/execute`, { 'Transfer-Encoding': 'chunked', 'Content-Length': null }),
    body: '2\r\n{}\r\n0\r\n\r\n',
  },
};

const OTHER_ENCODINGS: Readonly<Record<string, BadRequest>> = {
  'an encoding nobody knows': encoded('lzma', JSON_TEXT),
  'an encoding named like a part of every object': encoded('constructor', JSON_TEXT),
  zstd: encoded('zstd', zstdCompressSync(JSON_TEXT)),
  'gzip in gzip': encoded('gzip, gzip', gzipSync(gzipSync(JSON_TEXT))),
  'gzip behind identity': encoded('identity, gzip', gzipSync(JSON_TEXT)),
};

const FALSE_ENCODINGS: Readonly<Record<string, BadRequest>> = {
  'no gzip': encoded('gzip', JSON_TEXT),
  'an empty gzip': encoded('gzip', ''),
  'a gzip that is cut off': encoded('gzip', gzipSync(JSON_TEXT).subarray(0, 25)),
  'a gzip of a false checksum': encoded('gzip', gzipOfFalseChecksum()),
  'a gzip with something behind it': encoded('gzip', Buffer.concat([gzipSync(JSON_TEXT), Buffer.from('x')])),
  'no deflate': encoded('deflate', JSON_TEXT),
  'a deflate without its frame': encoded('deflate', deflateRawSync(JSON_TEXT)),
  'a deflate that is cut off': encoded('deflate', deflateSync(JSON_TEXT).subarray(0, 15)),
  'no brotli': encoded('br', JSON_TEXT),
  'a brotli that is cut off': encoded('br', brotliCompressSync(JSON_TEXT).subarray(0, 15)),
};

const NO_UTF_8: Readonly<Record<string, BadRequest>> = {
  'a byte that UTF-8 does not have': send(Buffer.from('{"name":"\xff"}', 'latin1')),
  'Latin 1 that calls itself UTF-8': send(Buffer.from('{"name":"\xe9"}', 'latin1')),
  'an overlong slash': send(Buffer.from('{"name":"\xc0\xaf"}', 'latin1')),
  'an encoded surrogate': send(Buffer.from('{"name":"\xed\xa0\x80"}', 'latin1')),
  'half of a character at the end': send(Buffer.from('{"name":"\xe2\x82', 'latin1')),
  'UTF-16 without a mark': send(Buffer.from(JSON_TEXT, 'utf16le')),
  'UTF-16 with a mark': send(Buffer.from(`\ufeff${JSON_TEXT}`, 'utf16le')),
};

const TOO_LARGE: Readonly<Record<string, BadRequest>> = {
  'a body above 8 MiB': send(Buffer.alloc(8 * 1024 * 1024 + 1, ' ')),
  'a bomb of gzip': encoded('gzip', gzipSync(BOMB)),
  'a bomb of deflate': encoded('deflate', deflateSync(BOMB)),
  'a bomb of brotli': encoded('br', brotliCompressSync(BOMB)),
  'an execute above 1 KiB': send(`{${' '.repeat(1023)}}`, {}, `${KNOWN}/execute`),
  'a cancel above 1 KiB': send(`{${' '.repeat(1023)}}`, {}, `${KNOWN}/cancel`),
  'a deletion above 1 KiB': { ...send(`{${' '.repeat(1023)}}`, {}, KNOWN), method: 'DELETE' },
  'an execute of a small gzip of many lists': send(
    gzipSync(`[${'{},'.repeat(1000)}{}]`),
    { 'Content-Encoding': 'gzip' },
    `${KNOWN}/execute`,
  ),
};

export const mediaTypes = [
  ...refused(415, 'unsupported-media-type', { ...OTHER_TYPES, ...OTHER_ENCODINGS }),
  ...refused(400, 'invalid-encoding', FALSE_ENCODINGS),
  ...refused(400, 'invalid-json', NO_UTF_8),
  ...refused(413, 'payload-too-large', TOO_LARGE),
  ...refused(409, 'task-exists', { 'the same as all of these, but well said': create({ ...VALID, taskId: 'known' }) }),
];

function gzipOfFalseChecksum(): Uint8Array {
  const bytes = gzipSync(JSON_TEXT);
  // The last eight bytes are the checksum and the size.
  return bytes.fill(0, bytes.length - 8);
}
