/** The links among the pages for readers. */

import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { PAGES, readPage } from '../support/pages/page-blocks.ts';
import { PROJECT } from '../support/the-service.ts';

const INDEX = 'docs/README.md';

describe('the links of the pages', () => {
  for (const page of [...PAGES, 'README.zh-CN.md', 'CONTRIBUTING.md']) {
    it(`of ${page} lead to something that is there`, () => {
      expect(linksOf(page).filter((link) => !isThere(page, link))).to.deep.equal([]);
    });
  }

  it(`of ${INDEX} lead to every page`, () => {
    const linked = linksOf(INDEX).map((link) => relative(PROJECT, join(PROJECT, 'docs', withoutAnchor(link))));
    expect(linked).to.include.members(PAGES.filter((page) => page !== INDEX));
  });
});

/** Those within the project. */
function linksOf(page: string): readonly string[] {
  const links = [...readPage(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^https?:/.test(link));
}

function isThere(page: string, link: string): boolean {
  const path = withoutAnchor(link);
  const file = path === '' ? join(PROJECT, page) : join(PROJECT, dirname(page), path);
  if (!existsSync(file)) return false;
  const [, anchor] = link.split('#');
  return anchor === undefined || anchorsOf(file).has(decodeURIComponent(anchor));
}

function withoutAnchor(link: string): string {
  return link.split('#')[0] ?? '';
}

/** As GitHub makes them of headings. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, heading = '']) => slugOf(heading)));
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
