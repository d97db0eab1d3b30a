/** Which errors mean that the database cannot be used now. */

import { expect } from 'chai';

import { Refusal } from '../../src/domain/refusal.ts';
import { isUnavailable, whileAvailable } from '../../src/persistence/unavailable.ts';

const AWAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens',
  ECONNRESET: 'reset',
  ENOENT: 'no socket of an embedded database',
  '08006': 'connection failure',
  '28P01': 'password changed',
  '3D000': 'database dropped',
  '25006': 'read-only',
  '40001': 'serialization failure',
  '40P01': 'deadlock',
  '53100': 'disk full',
  '53300': 'too many connections',
  '55P03': 'lock limit',
  '57014': 'statement limit',
  '57P01': 'shut down by the administrator',
  '57P03': 'starting up',
};

const OURS: Readonly<Record<string, string>> = {
  '22001': 'too long',
  '22021': 'NUL',
  '23505': 'there already',
  '42501': 'no privilege',
  '42P01': 'no table',
};

const withCode = (code: string) => Object.assign(new Error('words'), { code });

describe('an error of the database', () => {
  for (const [code, words] of Object.entries(AWAY)) {
    it(`${code} (${words}) means that it is away`, () => {
      expect(isUnavailable(withCode(code))).to.equal(true);
    });
  }

  for (const [code, words] of Object.entries(OURS)) {
    it(`${code} (${words}) is a fault of the request`, () => {
      expect(isUnavailable(withCode(code))).to.equal(false);
    });
  }

  it('without a code is told by its words', () => {
    expect(isUnavailable(new Error('Connection terminated unexpectedly'))).to.equal(true);
    // A server that takes a connection and says nothing.
    expect(isUnavailable(new Error('timeout expired'))).to.equal(true);
    expect(isUnavailable(new TypeError('x is not a function'))).to.equal(false);
  });

  it('becomes a refusal that keeps it as the cause, unless it is ours', async () => {
    const away = withCode('57P01');
    const refusal = await whileAvailable(() => Promise.reject(away)).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Refusal).and.include({ code: 'database-unavailable', cause: away });
    const ours = withCode('22001');
    expect(await whileAvailable(() => Promise.reject(ours)).catch((error: unknown) => error)).to.equal(ours);
  });
});
