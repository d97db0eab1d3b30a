/** A log line for people on a terminal: the time of day, the level, the event, its fields, and the stack of an error below it. */

import { styleText } from 'node:util';

import { inertLine } from '../platform/inert-text.ts';

type Style = Parameters<typeof styleText>[0];

const LEVEL_STYLES: Readonly<Record<string, Style>> = {
  trace: 'gray',
  debug: 'gray',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: ['bold', 'red'],
};

const WIDEST_LEVEL = 5;

/** Colours are there where standard output is a terminal that has them (NO_COLOR, FORCE_COLOR). */
export function prettyLine({ time, level, msg, err, ...fields }: Readonly<Record<string, unknown>>): string {
  const name = String(level);
  const parts = [
    styleText('gray', timeOfDay(time)),
    styleText(LEVEL_STYLES[name] ?? 'reset', name.toUpperCase().padEnd(WIDEST_LEVEL)),
    styleText('bold', inertLine(String(msg))),
    ...Object.entries(fields).map(([field, value]) => `${styleText('gray', `${inertLine(field)}=`)}${show(value)}`),
  ];
  return `${parts.join(' ')}\n${isRecord(err) ? errorLines(err) : ''}`;
}

/** Of the local time, as on the clock of whoever looks. */
function timeOfDay(time: unknown): string {
  const at = new Date(String(time));
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

/** Bare where nobody could take it for something else. */
const PLAIN = /^[\w./:@+-]+$/;

function show(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  return inertLine(JSON.stringify(value));
}

function errorLines({ type, message, stack, code }: Readonly<Record<string, unknown>>): string {
  const told = typeof stack === 'string' ? stack : `${show(type)}: ${show(message)}`;
  const lines = [...(code === undefined ? [] : [`code ${show(code)}`]), ...told.split('\n')];
  return lines.map((line) => `    ${styleText('gray', inertLine(line))}\n`).join('');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
