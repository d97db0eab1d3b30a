/** The Range header of RFC 9110, for the one form the log serves: a single range of bytes. */

/** `end` is not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** null where the header is to be ignored: another unit, several ranges, nonsense; `unsatisfiable` where it lies behind. */
export function parseRange(header: string, size: number): Span | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header.trim()) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return suffix(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size : Number(last) + 1;
  if (end <= start && last !== '') return null;
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size) };
}

function suffix(length: number, size: number): Span | 'unsatisfiable' {
  return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size };
}
