/** The first line of a request: its method, its target, its version. */

import { type BadRequest, get, KNOWN, lines, on, refused, TASKS } from './row.ts';

const HOST = 'Host: localhost';

function line(text: string): string {
  return lines(text, HOST, 'Connection: close', '', '');
}

/** A POST whose whole URL is addressed to `url` and whose Host header is ours. */
function wholeUrl(url: string): BadRequest {
  return on('POST', url, { Host: 'localhost' });
}

const NO_HTTP: Readonly<Record<string, BadRequest>> = {
  'a method nobody knows': line(`FETCH ${TASKS} HTTP/1.1`),
  'a method in lower case': line(`get ${TASKS} HTTP/1.1`),
  'a method of 20 KB': line(`${'A'.repeat(20_000)} ${TASKS} HTTP/1.1`),
  'a method that is empty': line(` ${TASKS} HTTP/1.1`),
  'a method with a control character': line(`G\u0001T ${TASKS} HTTP/1.1`),
  'a method that is cut off': { cutOff: 'GE' },
  'the method PRI': line(`PRI ${TASKS} HTTP/1.1`),
  'the beginning of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the beginning of TLS': Buffer.from('16030100a5010000a10303', 'hex'),
  'a hundred NULs': Buffer.alloc(100),
  'something else than HTTP': 'hello\r\n\r\n',
  'tabs between the parts': line(`GET\t${TASKS}\tHTTP/1.1`),
  'a space in the URL': line(`GET ${TASKS}/a b HTTP/1.1`),
  'a version nobody knows': line(`GET ${TASKS} HTTP/9.9`),
  'version 1.2': line(`GET ${TASKS} HTTP/1.2`),
  'version 1.11': line(`GET ${TASKS} HTTP/1.11`),
  'version 2.0': line(`GET ${TASKS} HTTP/2.0`),
  'version 0.9': line(`GET ${TASKS} HTTP/0.9`),
  'no version, which is what HTTP/0.9 looked like': `GET ${TASKS}\r\n\r\n`,
  'a version in lower case': line(`GET ${TASKS} http/1.1`),
  'another protocol': line(`GET ${TASKS} ICE/1.0`),
};

const NO_URL: Readonly<Record<string, BadRequest>> = {
  'no URL': line('GET HTTP/1.1'),
  'a target that is no path': get('tasks'),
  'a host and port as target': get('localhost:80'),
  'a URL of FTP': wholeUrl(`ftp://localhost${KNOWN}/execute`),
  'a URL of a file': get('file:///etc/passwd'),
  'a URL of a script': get('javascript:alert(1)'),
  'a URL of data': get('data:text/plain,x'),
  'a URL with a user': wholeUrl(`http://admin@localhost${KNOWN}/execute`),
  'a URL with a password': wholeUrl(`http://:secret@localhost${KNOWN}/execute`),
  'a URL that cannot be parsed': get('http://[::1/'),
  'a URL without a host': get('http://'),
  'broken percent-encoding in the path': get(`${TASKS}/%zz`),
  'a percent sign at the end': get(`${TASKS}/100%`),
  'the percent-encoding of another age': get(`${TASKS}/%u0041`),
  'percent-encoding that is not UTF-8': get(`${TASKS}/%FF`),
  'an encoded surrogate': get(`${TASKS}/%ED%A0%80`),
  'an encoded pair of surrogates': get(`${TASKS}/%ED%A0%BD%ED%B8%80`),
  'an overlong slash': get(`${TASKS}/%C0%AF`),
  'an overlong NUL': get(`${TASKS}/%C0%80`),
  'an overlong slash of three bytes': get(`${TASKS}/%E0%80%AF`),
  'a character beyond Unicode': get(`${TASKS}/%F4%90%80%80`),
  'half of a character': get(`${TASKS}/%E2%82`),
  'broken percent-encoding in the query': get(`${TASKS}?status=%zz`),
  'an encoded surrogate in the query': get(`${TASKS}?status=%ED%A0%80`),
  'bytes that are not ASCII in the path': get(`${TASKS}/\u00e9`),
  'bytes that are not ASCII in the query': get(`${TASKS}?status=\u00e9`),
  'a fragment': get(`${TASKS}#x`),
  'a backslash in the path': get(String.raw`/api\v1\init\tasks`),
};

export const requestLine = [
  ...refused(400, 'malformed-request', NO_HTTP),
  ...refused(400, 'malformed-url', NO_URL),
  ...refused(400, 'invalid-host', {
    'a whole URL of another host': wholeUrl(`http://attacker.example${KNOWN}/execute`),
    'a whole URL of another port': wholeUrl(`http://localhost:1${KNOWN}/execute`),
    'a whole URL without a Host header': on('POST', `http://localhost${KNOWN}/execute`, { Host: null }),
    'a whole URL of HTTP/1.0': lines(`GET http://attacker.example${TASKS} HTTP/1.0`, '', ''),
  }),
  ...refused(421, 'misdirected-host', {
    'a whole URL and a Host header of somebody else': on('POST', `http://attacker.example${KNOWN}/execute`, {
      Host: 'attacker.example',
    }),
  }),
  ...refused(405, 'method-not-allowed', {
    'CONNECT, which is for proxies': line('CONNECT attacker.example:443 HTTP/1.1'),
    'CONNECT of a path': line(`CONNECT ${TASKS} HTTP/1.1`),
  }),
];
