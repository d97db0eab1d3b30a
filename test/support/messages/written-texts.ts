/** The texts in a source file that somebody may read: literals of two words or more, `…` where a value is put in. */

import { parseSync, Visitor } from 'oxc-parser';

type Program = ReturnType<typeof parseSync>['program'];
type Visitors = NonNullable<ConstructorParameters<typeof Visitor>[0]>;
type Call = Parameters<NonNullable<Visitors['CallExpression']>>[0];
type Expression = Call['callee'];

export interface LogEvent {
  readonly name: string;
  readonly level: string;
}

export interface WrittenTexts {
  readonly texts: readonly string[];
  readonly events: readonly LogEvent[];
}

/** What stands for a value. */
export const VALUE = '…';

const LEVELS: ReadonlySet<string> = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

/** Two words. */
const IS_SENTENCE = /[A-Za-z]{2,}.* [A-Za-z]{2,}/s;

/** Members whose text describes something to readers of the API or of the statechart. */
const DESCRIPTIONS: ReadonlySet<string> = new Set([
  'description',
  'title',
  'meaning',
  'remedy',
  'summary',
  'help',
  'what',
]);

/** Classes whose text nobody but a developer reads. */
const FAULTS: ReadonlySet<string> = new Set(['Error', 'TypeError']);

/** @param faultsAreSilent whether a plain Error of this file is a fault of the service, told as `internal error`. */
export function writtenTexts(path: string, source: string, faultsAreSilent: boolean): WrittenTexts {
  const { program } = parseSync(path, source);
  const silent = silentRanges(program, faultsAreSilent);
  const isHeard = ({ start }: { readonly start: number }) => !silent.some(([from, to]) => start >= from && start < to);
  const texts: string[] = [];
  const events: LogEvent[] = [];
  const parts = new Set<number>();
  new Visitor({
    CallExpression: (call) => void events.push(...eventOf(call)),
    BinaryExpression(node) {
      const text = textOf(node);
      if (text === null || parts.has(node.start)) return;
      texts.push(text);
      for (const { start } of [node.left, node.right]) parts.add(start);
    },
    Literal(node) {
      if (typeof node.value === 'string' && !parts.has(node.start) && isHeard(node)) texts.push(node.value);
    },
    TemplateLiteral(node) {
      if (!parts.has(node.start) && isHeard(node)) texts.push(templateText(node));
    },
  }).visit(program);
  return { texts: texts.map((text) => text.trim()).filter((text) => IS_SENTENCE.test(text)), events };
}

function templateText({
  quasis,
}: {
  readonly quasis: readonly { readonly value: { readonly cooked: string | null } }[];
}) {
  return quasis.map(({ value }) => value.cooked ?? '').join(VALUE);
}

/** Of two literals that are put together; null where it is anything else. */
function textOf(node: Expression): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return templateText(node);
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === null || right === null ? null : left + right;
}

/** `logger.warn(facts, 'event')`. */
function eventOf({ callee, arguments: given }: Call): readonly LogEvent[] {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  const { name: level } = callee.property;
  const [, name] = given;
  if (!LEVELS.has(level) || name?.type !== 'Literal' || typeof name.value !== 'string') return [];
  return [{ level, name: name.value }];
}

type Range = readonly [from: number, to: number];

/** Where texts are not for the readers of messages. */
function silentRanges(program: Program, faultsAreSilent: boolean): readonly Range[] {
  const ranges: Range[] = [];
  new Visitor({
    ImportDeclaration: ({ start, end }) => void ranges.push([start, end]),
    Property({ key, value }) {
      if (key.type === 'Identifier' && DESCRIPTIONS.has(key.name)) ranges.push([value.start, value.end]);
    },
    TSLiteralType: ({ start, end }) => void ranges.push([start, end]),
    NewExpression({ callee, start, end }) {
      if (callee.type !== 'Identifier') return;
      const isRefusal = callee.name === 'Refusal' || callee.name === 'HttpProblem';
      if (isRefusal || (faultsAreSilent && FAULTS.has(callee.name))) ranges.push([start, end]);
    },
  }).visit(program);
  return ranges;
}
