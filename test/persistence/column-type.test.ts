import { expect } from 'chai';

import { canHold, type ColumnType } from '../../src/persistence/column-type.ts';

const type = (kind: ColumnType['kind'], sql: string, length: number | null = null, labels: string[] = []) =>
  ({ kind, sql, length, labels }) as const;

const UUID = 'a1111111-1111-4111-8111-111111111111';

const TYPES: readonly (readonly [string, ColumnType, readonly string[], readonly string[]])[] = [
  ['text', type('text', 'text', 3), ['', 'abc', 'longer than it is', '007'], ['a\0']],
  ['char(3)', type('padded', 'bpchar', 3), ['', 'abc', '🙂🙂🙂'], ['abcd', 'a ', 'a\0']],
  ['smallint', type('integer', 'smallint'), ['0', '-1', '32767', '-32768'], ['32768', '-32769', '', 'x', '1.0', ' 1']],
  ['integer', type('integer', 'integer'), ['7', '2147483647'], ['2147483648', '07', '+7', '-0', '1e3', '７']],
  ['bigint', type('integer', 'bigint'), ['9223372036854775807'], ['9223372036854775808', '99999999999999999999']],
  ['uuid', type('uuid', 'uuid'), [UUID], [UUID.toUpperCase(), `{${UUID}}`, UUID.replaceAll('-', ''), `${UUID} `]],
  ['an enumeration', type('enumeration', 's.t', null, ['ON', 'off']), ['ON', 'off'], ['on', '', 'ON ']],
  ['a time', type('time', 'timestamptz'), [], ['2026-01-01']],
];

describe('what a column can hold', () => {
  for (const [name, columnType, can, cannot] of TYPES) {
    it(`is known of ${name}, with one way to write each value`, () => {
      for (const text of can) expect(canHold(columnType, text), JSON.stringify(text)).to.equal(true);
      for (const text of cannot) expect(canHold(columnType, text), JSON.stringify(text)).to.equal(false);
    });
  }
});
