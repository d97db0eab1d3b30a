/** Lines of a text that is made of nested blocks. */

export function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

export function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
