/** A number of bytes in words: "10 GiB", or "1000 bytes" where no unit divides it. */

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

export function describeBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && size % 1024 === 0 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size} ${UNITS[unit]}`;
}
