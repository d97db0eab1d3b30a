/** Every message that the service can write, out of its sources: what people read in rows, log lines, journals and at a failed start. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from '../the-service.ts';
import { type LogEvent, VALUE, writtenTexts } from './written-texts.ts';

export interface Messages {
  /** With the file that has it. */
  readonly sentences: ReadonlyMap<string, string>;
  readonly events: readonly LogEvent[];
}

/** Files whose texts are no messages, and why. */
const OTHER_TEXTS: readonly (readonly [RegExp, string])[] = [
  [
    /^http\/(?!server\.ts|access\/token-file\.ts|tasks\/present-attempt\.ts)/,
    'details of problems: their codes have entries',
  ],
  [/^actors\/(?:chart\/|run-(?:machine|recovering|setup)\.ts)/, 'the statechart in words'],
  [
    /^(?:cli|doctor|failpoints|persistence\/doctor)\/|^make-(?:token|template)\.ts|^retention\/prune-request\.ts/,
    'programs of their own, which say how they are used; places for tests',
  ],
  [/^config\/(?:settings|value-kinds)\.ts/, 'rules, which are parts of one message'],
  [/^scripts\/step-command\.ts/, 'a program for the shell'],
];

/** Rooms in which a plain Error is a fault of ours. Elsewhere its text was chosen for whoever reads it. */
const FAULTS_OF_OURS = /^(?:actors|persistence)\//;

/** By the words that no sentence has, and the signs between them. */
const SQL =
  /^\(?(?:select|with|insert|update|delete|and|or|cross join|left join|listen|set(?! back)|case|BEGIN|order by)\b|\bas "|(?:^| )(?:=|is (?:not )?distinct from) |\bin \(select\b|\$\d|::[a-z]|\breturning\b|\bat time zone\b|exists \(select|skip locked|hashtextextended|set_config/;

/** Parts of sentences, which nobody reads alone, and what the service itself reads or catches. */
const PARTS: ReadonlySet<string> = new Set([
  'The task',
  'the step',
  'the status …',
  'no status',
  'its rows',
  'one try',
  'unknown error',
  'step … of …',
  'step … (… of …)',
  'steps … to …',
  'step … is …',
  '… of … steps … SUCCESS',
  '… after …',
  '… before …',
  'the claim on the task is gone',
  'the run holds no claim',
  'the run has no script',
  'the mapping',
  'the column …',
  'the constraint …',
  'of a column',
  'an integer',
  'an integer, text or uuid',
  'text, such as …; other spellings and numbers cannot be mapped',
  'Text file busy',
  'npm run prepare',
  'chmod o-w',
  'the database of DATA_DIR',
  'Would remove',
  'Would delete',
  '… with … and …',
]);

const SOURCES = join(PROJECT, 'src');

export function collectMessages(): Messages {
  const sentences = new Map<string, string>();
  const events: LogEvent[] = [];
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  for (const file of files.sort()) {
    const written = writtenTexts(file, readFileSync(join(SOURCES, file), 'utf8'), FAULTS_OF_OURS.test(file));
    events.push(...written.events);
    if (OTHER_TEXTS.some(([pattern]) => pattern.test(file))) continue;
    for (const text of written.texts.filter(isMessage)) sentences.set(text, file);
  }
  return { sentences, events };
}

function isMessage(text: string): boolean {
  return !PARTS.has(text) && !SQL.test(text);
}

/** A text as the page may have it, with names for the values: `exit code <n>`. */
export function withoutNames(text: string): string {
  return text.replaceAll(/<[^<>]*>/g, VALUE);
}
