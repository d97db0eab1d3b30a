/** docs/troubleshooting.md, compared with what the service can write. */

import { expect } from 'chai';

import { PROBLEMS } from '../../src/http/problems/catalogue.ts';
import { collectMessages, withoutNames } from '../support/messages/collect-messages.ts';
import { readPage } from '../support/pages/page-blocks.ts';

const PAGE = 'docs/troubleshooting.md';

const CODES = 'Answers of the API';
const EVENTS = 'Log events';

interface Entry {
  readonly section: string;
  /** What stands in the first column: one text or several. */
  readonly texts: readonly string[];
  /** The second column. */
  readonly second: string;
}

describe('the page on troubleshooting', () => {
  const entries = entriesOf(readPage(PAGE));
  const { sentences, events } = collectMessages();

  it('has each problem code with its status, and no other', () => {
    const told = entries.filter(({ section, second }) => section === CODES && /^\d+$/.test(second));
    const listed = told.map(({ texts: [code], second }) => `${code} ${second}`);
    const known = Object.entries(PROBLEMS).map(([code, { status }]) => `${code} ${status}`);
    expectSame(listed, known);
  });

  it('has each log event with its level, and no other', () => {
    const told = entries.filter(
      ({ section, second }) => section === EVENTS && second !== '' && /^[a-z]+$/.test(second),
    );
    const listed = told.map(({ texts: [name], second }) => `${name} ${second}`);
    expectSame(listed, [...new Set(events.map(({ name, level }) => `${name} ${level}`))]);
  });

  it('has each message of steps, tasks, runs, starts and log lines, and no other', () => {
    const listed = entries.flatMap(({ texts }) => texts.filter((text) => text.includes(' ')).map(withoutNames));
    expectSame(listed, [...sentences.keys()], (text) => `${text}   (${sentences.get(text) ?? PAGE})`);
  });
});

/** Both lists have each text once: what is in one of them alone is told with the place where it is. */
function expectSame(listed: readonly string[], known: readonly string[], describeText = (text: string) => text): void {
  const onlyHere = (one: readonly string[], other: readonly string[]) =>
    one.filter((text) => !other.includes(text)).map(describeText);
  const faults = {
    'written by the service, without an entry': onlyHere(known, listed),
    'an entry of what the service does not write': onlyHere(listed, known),
    'an entry twice': listed.filter((text, index) => listed.indexOf(text) !== index),
  };
  expect(faults).to.deep.equal({
    'written by the service, without an entry': [],
    'an entry of what the service does not write': [],
    'an entry twice': [],
  });
}

/** The rows of all tables that begin with code. */
function entriesOf(page: string): readonly Entry[] {
  let section = '';
  return page.split('\n').flatMap((line) => {
    section = /^## (.+)$/.exec(line)?.[1] ?? section;
    const [, first = '', second = ''] = line.split(' | ').length > 1 ? splitRow(line) : [];
    const texts = [...first.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
    return texts.length > 0 && first.startsWith('`') ? [{ section, texts, second }] : [];
  });
}

/** `| first | second | …`, with what is before the first bar. */
function splitRow(line: string): readonly string[] {
  return line.split(/(?:^| )\|(?: |$)/).map((cell) => cell.trim());
}
