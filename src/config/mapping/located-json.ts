/** JSON that knows where in its text each part stands, for messages that name the line. */

import { type MemberNode, parse, type ValueNode } from '@humanwhocodes/momoa';

export interface LocatedJson {
  readonly value: unknown;
  /** `line:column` of the part at this path, or of the nearest part around it. */
  readonly placeOf: (path: readonly PropertyKey[]) => string;
}

/** Its message says what is wrong, and `place` where. */
export class LocatedError extends Error {
  override readonly name = 'LocatedError';
  readonly place: string;

  constructor(place: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.place = place;
  }
}

/** Throws a LocatedError, also where an object has a member twice: one of them would be without effect. */
export function parseLocated(text: string): LocatedJson {
  const root = parseTree(text);
  refuseTwins(root);
  return { value: JSON.parse(text), placeOf: (path) => placeIn(root, path) };
}

interface ParserError extends Error {
  readonly line: number;
  readonly column: number;
}

function parseTree(text: string): ValueNode {
  try {
    JSON.parse(text);
    return parse(text).body;
  } catch (error) {
    if (endsEarly(text, error as Error)) throw new LocatedError(endOf(text), 'is not JSON: it ends too early', error);
    throw unexpected(text, error);
  }
}

/** Node tells the place of most errors, but not of all; the other parser that of all but this one. */
function endsEarly(text: string, { message }: Error): boolean {
  const position = / at position (\d+)/.exec(message)?.[1];
  return /end of JSON input/.test(message) || (position !== undefined && Number(position) >= text.trimEnd().length);
}

function endOf(text: string): string {
  const lines = text.trimEnd().split('\n');
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

function unexpected(text: string, cause: unknown): LocatedError {
  const [line, column] = placeOfFault(text, cause as Error);
  const found = JSON.stringify(text.split('\n')[line - 1]?.[column - 1] ?? '\n');
  return new LocatedError(`${line}:${column}`, `is not JSON: unexpected ${found}`, cause);
}

function placeOfFault(text: string, { message }: Error): readonly [line: number, column: number] {
  const [, line, column] = / \(line (\d+) column (\d+)\)/.exec(message) ?? [];
  if (line !== undefined && column !== undefined) return [Number(line), Number(column)];
  try {
    parse(text);
    return [1, 1];
  } catch (error) {
    const fault = error as ParserError;
    return [fault.line, fault.column];
  }
}

function refuseTwins(node: ValueNode): void {
  if (node.type === 'Array') for (const { value } of node.elements) refuseTwins(value);
  if (node.type !== 'Object') return;
  const seen = new Set<string>();
  for (const member of node.members) {
    const name = nameOf(member);
    if (seen.has(name)) throw new LocatedError(startOf(member), `has ${JSON.stringify(name)} twice`);
    seen.add(name);
    refuseTwins(member.value);
  }
}

function placeIn(root: ValueNode, path: readonly PropertyKey[]): string {
  let place = startOf(root);
  let node = root;
  for (const key of path) {
    if (node.type !== 'Object') return place;
    const member = node.members.find((candidate) => nameOf(candidate) === key);
    if (!member) return place;
    place = startOf(member);
    node = member.value;
  }
  return place;
}

function nameOf({ name }: MemberNode): string {
  return name.type === 'String' ? name.value : name.name;
}

function startOf({ loc }: MemberNode | ValueNode): string {
  return `${loc.start.line}:${loc.start.column}`;
}
