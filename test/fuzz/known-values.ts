/** What no schema tells: which values mean something to this service, and which have fooled others. */

/** The only scripts that are ever run. */
export const HARMLESS_SCRIPTS = [
  'echo a line; echo another one',
  String.raw`printf '\377'`,
  'sleep 0.01',
  'exit 1',
  'true',
] as const;

export const TASK_IDS = ['fuzz-1', 'fuzz-2', 'fuzz-3', '任务 4'] as const;

/** By the name of a parameter or member, whether in a path, a query or a body. */
export const MEANINGFUL: Readonly<Record<string, readonly string[]>> = {
  taskId: TASK_IDS,
  stepNo: ['1', '2', '3'],
  file: ['index.html'],
  script: HARMLESS_SCRIPTS,
  status: ['PENDING', 'RUNNING', 'SUCCESS', 'FAILED'],
  wait: ['1'],
  // Of the rows with the numbers 1 and 3.
  cursor: ['MQ', 'Mw'],
};

export const ODD_TEXTS = [
  '',
  ' ',
  '.',
  '..',
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  '+1',
  '01',
  'NaN',
  'null',
  'true',
  '[]',
  '__proto__',
  'constructor',
  'a\0b',
  'a\nb',
  'a/b',
  String.raw`a\b`,
  '%',
  '%2F',
  "' or 1=1 --",
  '<script>',
  '١',
  '\u202e',
  '\ufeff',
  '😀'.repeat(65),
  'x'.repeat(65),
  'x'.repeat(5000),
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
] as const;

/** Put into a target as they are; none makes a path one of another operation. */
export const ODD_ENCODINGS = [
  '%',
  '%zz',
  '%FF',
  '%ED%A0%80',
  '%C0%AF',
  '%00',
  '%2e%2e',
  '#',
  '\\',
  'é',
  '&',
  '+',
] as const;

export const ODD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  Accept: ['*/*', 'application/json', 'text/plain', 'text/html', 'application/json;q=0', ';;', ''],
  'Accept-Encoding': ['gzip', 'identity;q=0', '*;q=0'],
  'If-None-Match': ['*', '"x"', 'W/"', ','],
  'If-Range': ['"x"'],
  Range: ['bytes=0-', 'bytes=0-0', 'bytes=-1', 'bytes=1-0', 'bytes=999-', 'bytes=0-0,1-1', 'lines=1-2', '='],
  'Content-Type': [
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    '',
  ],
  'Content-Encoding': ['identity', 'gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', ''],
  Origin: ['null', 'https://attacker.example', 'http://localhost', ''],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'none'],
  Host: ['localhost', 'attacker.example', '[::1]', 'a@b', ''],
  Expect: ['100-continue', 'wonders'],
  Authorization: ['Bearer x', 'Basic eA==', ''],
  'X-Request-Id': ['an id\u00e9', 'x'.repeat(200)],
  Cookie: ['a=b; __proto__=1'],
  Upgrade: ['websocket', 'h2c'],
  'X-HTTP-Method-Override': ['DELETE'],
} as const;
