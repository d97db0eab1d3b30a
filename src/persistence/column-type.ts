/** What kind of values a column holds, as far as statements have to know it. */

export interface ColumnType {
  readonly kind: ColumnKind;
  /** What a text is cast to by `::`. */
  readonly sql: string;
  /** The most characters a value may have; null: no limit. */
  readonly length: number | null;
  /** The values of an enumeration. */
  readonly labels: readonly string[];
}

export type ColumnKind =
  | 'text'
  /** Padded by blanks to its length. */
  | 'padded'
  | 'integer'
  | 'uuid'
  | 'enumeration'
  | 'time'
  /** Without a time zone. */
  | 'local-time'
  | 'other';

const BITS: Readonly<Record<string, bigint>> = { smallint: 16n, integer: 32n, bigint: 64n };

const WHOLE_NUMBER = /^(0|-?[1-9]\d{0,18})$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether a column of this type can hold the text and gives it back as it is. Of the ways to write an integer or a UUID there
 * is one: two ids for one row would let two runs have it.
 */
export function canHold({ kind, sql, length, labels }: ColumnType, text: string): boolean {
  switch (kind) {
    case 'text':
      // No text with NUL is in any column, but as a parameter it is an error.
      return !text.includes('\0');
    case 'padded':
      return !text.includes('\0') && !text.endsWith(' ') && (length === null || Array.from(text).length <= length);
    case 'integer':
      return WHOLE_NUMBER.test(text) && fits(BigInt(text), BITS[sql] ?? 0n);
    case 'uuid':
      return UUID.test(text);
    case 'enumeration':
      return labels.includes(text);
    case 'time':
    case 'local-time':
    case 'other':
      return false;
  }
}

function fits(value: bigint, bits: bigint): boolean {
  return bits > 0n && BigInt.asIntN(Number(bits), value) === value;
}
