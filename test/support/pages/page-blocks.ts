/** The fenced blocks of a page for readers, and what the page says of running them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from '../the-service.ts';

export interface PageBlock {
  /** Where it begins, such as `docs/polling.md:12`. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
  /** Why no test runs it, by the comment right before it; null where one does. */
  readonly notRun: string | null;
  /** The test that runs it in a way of its own, by the comment right before it; null where the test of all pages does. */
  readonly runBy: string | null;
}

const FENCE =
  /^(?:<!-- (?:not run: (?<notRun>[^\n]+)|run by (?<runBy>\S+)) -->\n)?```(?<language>\S*)\n(?<text>[^]*?)^```$/gm;

/** Of a whole page: it stands before no block. */
const RUN_BY = /^<!-- run by (?<test>\S+) -->$(?!\n```)/m;

/** README.md and all of docs/ but the decisions. The Chinese README has the blocks of the English one. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(join(PROJECT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export function readPage(page: string): string {
  return readFileSync(join(PROJECT, page), 'utf8');
}

export function blocksOf(page: string): readonly PageBlock[] {
  const source = readPage(page);
  return [...source.matchAll(FENCE)].map(({ index, groups }) => ({
    place: `${page}:${source.slice(0, index).split('\n').length}`,
    language: groups?.['language'] ?? '',
    text: groups?.['text'] ?? '',
    notRun: groups?.['notRun'] ?? null,
    runBy: groups?.['runBy'] ?? null,
  }));
}

/** What a reader types: commands, or commands with the answers they get. */
export function commandBlocksOf(page: string): readonly PageBlock[] {
  return blocksOf(page).filter(({ language }) => language === 'sh' || language === 'console');
}

/** The test that runs the commands of a page in a way of its own; null where the test of all pages does. */
export function ownTestOf(page: string): string | null {
  return RUN_BY.exec(readPage(page))?.groups?.['test'] ?? null;
}

export interface Dialogue {
  readonly command: string;
  readonly answer: string;
}

/** The commands of a `console` block, which begin with `$ `, and what each answers. */
export function dialoguesOf({ text }: PageBlock): readonly Dialogue[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [, command = '', answer = ''] = /^((?:.*\\\n)*.*)\n?([^]*)$/.exec(part) ?? [];
      return { command, answer: answer.trim() };
    });
}
