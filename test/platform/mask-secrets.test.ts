/** What secrets look like, and that no text is too long or too odd to be looked at. */

import { expect } from 'chai';

import { newToken } from '../../src/http/access/new-token.ts';
import { createMask } from '../../src/platform/mask-secrets.ts';

const KNOWN = ['open sesame!', 'open%20sesame!', 'short'];

/** A MiB, and the worst of it: each begins what a pattern looks for again and again, and never ends it. */
const HOSTILE = [
  'a:',
  '://',
  '://a:',
  '://a:@',
  'bearer ',
  'bearer          ',
  'authorization: ',
  'authorization: bearer ',
  'authorization"  ',
  'tms_',
  'token',
  'password="',
  "password='",
  'password="\\',
  'password ',
  'password: ',
  '--password ',
  'identified by ',
  '_pass=',
  '://aaaaaaaaaaaaaaaaaaaa',
  'open sesame',
];

describe('a mask', () => {
  const mask = createMask(KNOWN);
  const { token } = newToken('ann', 'read');

  const TABLE: readonly (readonly [text: string, masked: string])[] = [
    ['', ''],
    ['exit code 1; last output: No such file', 'exit code 1; last output: No such file'],
    ['the word open sesame! itself', 'the word *** itself'],
    ['xopen%20sesame!x', 'x***x'],
    ['a word too short to be masked', 'a word too short to be masked'],
    ['postgresql://ann:se%40same@db:5432/shop', 'postgresql://ann:***@db:5432/shop'],
    ['postgresql://ann:se@same@db/shop', 'postgresql://ann:***@db/shop'],
    ['redis://:sesame@cache', 'redis://:***@cache'],
    ['https://a:b@one https://c:d@two', 'https://a:***@one https://c:***@two'],
    ['http://127.0.0.1:8080/a@b', 'http://127.0.0.1:8080/a@b'],
    ['postgresql://ann@db/shop', 'postgresql://ann@db/shop'],
    ['> Authorization: Basic YW5uOnNlc2FtZQ==', '> Authorization: Basic ***'],
    ['authorization=sesame, next', 'authorization=***, next'],
    ['{"Authorization":"Bearer abc.def-_~+/=="}', '{"Authorization":"Bearer ***"}'],
    ['sent bearer abc.def== twice', 'sent bearer *** twice'],
    [`unknown token ${token}!`, 'unknown token tms_***!'],
    [`TMS=${token}${token}`, 'TMS=tms_***tms_***'],
    ['PGPASSWORD=sesame psql', 'PGPASSWORD=*** psql'],
    ["password='open up' host=db", 'password=*** host=db'],
    ['password="open up', 'password=***'],
    ['{"password": "se\\"same", "user": "ann"}', '{"password": ***, "user": "ann"}'],
    ['/login?token=sesame&user=ann', '/login?token=***&user=ann'],
    ['AWS_SECRET_ACCESS_KEY=sesame api_key=sesame', 'AWS_SECRET_ACCESS_KEY=*** api_key=***'],
    ['password: sesame', 'password: ***'],
    ['psql --password sesame -U ann', 'psql --password *** -U ann'],
    ['DB_PASS=sesame db-pwd=sesame PWD=/root pass=10', 'DB_PASS=*** db-pwd=*** PWD=/root pass=10'],
    ['private_key=sesame credentials=sesame', 'private_key=*** credentials=***'],
    ['fatal: https://ghp_0123456789abcdefghij@github.example/', 'fatal: https://***@github.example/'],
    ["create user ann identified by 'open up'", 'create user ann identified by ***'],
    ["alter role ann password  'open up'", 'alter role ann password  ***'],
    ['password authentication failed for user "ann"', 'password authentication failed for user "ann"'],
    ['unexpected token: }', 'unexpected token: }'],
    ['PASSWORD_FILE=/run/secrets/password', 'PASSWORD_FILE=/run/secrets/password'],
  ];

  for (const [text, masked] of TABLE) {
    it(`makes ${JSON.stringify(masked)} of such a text, and leaves that as it is`, () => {
      expect(mask(text)).to.equal(masked);
      expect(mask(masked)).to.equal(masked);
    });
  }

  it('takes of a name only what is known for a secret, and tokens of this service', () => {
    for (const name of ['token=abc', 'bearer zz', '--password a', 'a://b:c@d']) expect(mask.known(name)).to.equal(name);
    expect(mask.known('of open sesame!')).to.equal('of ***');
    expect(mask.known(`of ${token}`)).to.equal('of tms_***');
  });

  // Were the time to grow with the square of the length, each would take hours.
  for (const part of HOSTILE) {
    it(`comes to an end with a MiB of ${JSON.stringify(part)}`, () => {
      expect(mask(part.repeat(2 ** 20 / part.length))).to.be.a('string');
      expect(mask(part + ' '.repeat(2 ** 20))).to.be.a('string');
    });
  }
});
