/** Requests whose end is not certain: who reads them differently sees other requests in them. */

import { type BadRequest, lines, POST_TASKS, refused, TASKS } from './row.ts';

const CHUNKED = 'Transfer-Encoding: chunked';
const CHUNKS = ['2', '{}', '0', '', ''];

function chunked(...body: readonly string[]): string {
  return lines(...POST_TASKS, CHUNKED, '', ...body);
}

function sized(...lengths: readonly string[]): string {
  return lines(...POST_TASKS, ...lengths.map((length) => `Content-Length: ${length}`), '', '{}');
}

function coded(...codings: readonly string[]): string {
  return lines(...POST_TASKS, ...codings.map((coding) => `Transfer-Encoding:${coding}`), '', ...CHUNKS);
}

const CHUNKS_THAT_ARE_NONE: Readonly<Record<string, BadRequest>> = {
  'a chunk size that is no number': chunked('zz', '{}', '0', '', ''),
  'a chunk without a size': chunked('', '{}', '0', '', ''),
  'a negative chunk size': chunked('-2', '{}', '0', '', ''),
  'a chunk size with a sign': chunked('+2', '{}', '0', '', ''),
  'a chunk size with 0x': chunked('0x2', '{}', '0', '', ''),
  'a chunk size with a space': chunked('2 ', '{}', '0', '', ''),
  'a chunk size above 64 bits': chunked('FFFFFFFFFFFFFFFFFF', '{}', '0', '', ''),
  'a chunk of 16 EiB that ends early': { cutOff: chunked('FFFFFFFFFFFFFFFF', '{}') },
  'a chunk that is longer than its size': chunked('1', '{}', '0', '', ''),
  'a chunk without a line end': chunked('2', '{}0', '', ''),
  'a chunk that ends in LF': chunked('2', '{}\n0', '', ''),
  'a chunk size that ends in LF': chunked('2\n{}', '0', '', ''),
  'a chunk size that ends in CR': chunked('2\r{}', '0', '', ''),
  'a chunk extension with LF': chunked('2;a=\nb', '{}', '0', '', ''),
  'a chunk extension of 20 KB': chunked(`2;a=${'x'.repeat(20_000)}`, '{}', '0', '', ''),
  'chunks without a last one': { cutOff: chunked('2', '{}', '') },
  'a last chunk without an end': { cutOff: chunked('2', '{}', '0', '') },
  'a trailer without a colon': chunked('2', '{}', '0', 'nonsense', '', ''),
  'a trailer with NUL': chunked('2', '{}', '0', 'X-A: \0', '', ''),
  'a trailer that is folded': chunked('2', '{}', '0', 'X-A: a', ' b', '', ''),
  'a trailer with a length': chunked('2', '{}', '0', 'Content-Length: 5', '', ''),
};

const LENGTHS: Readonly<Record<string, BadRequest>> = {
  'two lengths that differ': sized('2', '3'),
  'two lengths that are equal': sized('2', '2'),
  'a list of equal lengths': sized('2, 2'),
  'a list of lengths that differ': sized('2, 3'),
  'an empty length': sized(''),
  'a negative length': sized('-2'),
  'a length with a sign': sized('+2'),
  'a length in hexadecimal': sized('0x2'),
  'a fraction as length': sized('2.0'),
  'a length with an exponent': sized('2e0'),
  'a length of two words': sized('2 2'),
  'a length that is no number': sized('x'),
  'a length above 64 bits': sized('99999999999999999999999'),
  'a body that is shorter than its length': { cutOff: sized('3') },
};

const CODINGS: Readonly<Record<string, BadRequest>> = {
  'a length before chunks': lines(...POST_TASKS, 'Content-Length: 2', CHUNKED, '', ...CHUNKS),
  'a length behind chunks': lines(...POST_TASKS, CHUNKED, 'Content-Length: 2', '', ...CHUNKS),
  'a length of 0 and chunks': lines(...POST_TASKS, 'Content-Length: 0', CHUNKED, '', ...CHUNKS),
  'a length and another coding': lines(...POST_TASKS, 'Content-Length: 2', 'Transfer-Encoding: identity', '', '{}'),
  'the transfer coding gzip': coded(' gzip'),
  'the transfer coding identity': coded(' identity'),
  'a transfer coding that is empty': coded(''),
  'a transfer coding nobody knows': coded(' xchunked'),
  'chunks of chunks': coded(' chunked, chunked'),
  'chunks of chunks on two lines': coded(' chunked', ' chunked'),
  'gzip in chunks': coded(' gzip, chunked'),
  'gzip in chunks on two lines': coded(' gzip', ' chunked'),
  'chunks in gzip': coded(' chunked, gzip'),
  'chunks and identity': coded(' chunked, identity'),
  'chunks with a parameter': coded(' chunked;q=1'),
  'chunks in quotes': coded(' "chunked"'),
  'chunks behind a vertical tab': coded(' \vchunked'),
  'chunks behind NUL': coded(' \0chunked'),
  'a space before the colon of Transfer-Encoding': lines(...POST_TASKS, 'Transfer-Encoding : chunked', '', ...CHUNKS),
  'a folded Transfer-Encoding': lines(...POST_TASKS, 'Transfer-Encoding:', ' chunked', '', ...CHUNKS),
  'chunks of HTTP/1.0': lines(`POST ${TASKS} HTTP/1.0`, ...POST_TASKS.slice(1), CHUNKED, '', ...CHUNKS),
  'an unknown coding of a GET': lines(`GET ${TASKS} HTTP/1.1`, 'Host: localhost', 'Transfer-Encoding: gzip', '', ''),
};

export const framing = [
  ...refused(400, 'malformed-request', { ...CHUNKS_THAT_ARE_NONE, ...LENGTHS, ...CODINGS }),
  ...refused(431, 'headers-too-large', {
    'a trailer of 20 KB': chunked('2', '{}', '0', `X-A: ${'x'.repeat(20_000)}`, '', ''),
  }),
  ...refused(413, 'payload-too-large', {
    'a length of which 32 bits are right': sized(String(2 ** 32 + 2)),
    'the largest length there can be': sized('18446744073709551615'),
  }),
];
