/** A name as people say it: without the quotes that it has in SQL. */

export function plainName(name: string): string {
  const parts = name.match(/"(?:[^"]|"")*"|[^."]+/g) ?? [name];
  return parts.map((part) => part.replaceAll(/^"|"$/g, '').replaceAll('""', '"')).join('.');
}
