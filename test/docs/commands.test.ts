/** The commands of the pages for readers, run as they stand there. */

import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { blocksOf, commandBlocksOf, ownTestOf, PAGES } from '../support/pages/page-blocks.ts';
import { openPageSession } from '../support/pages/page-session.ts';
import { PROJECT } from '../support/the-service.ts';

/** `sh` and `console` are run. The others hold no commands. */
const LANGUAGES = [
  'sh',
  'console',
  'http',
  'ini',
  'javascript',
  'json',
  'mermaid',
  'nginx',
  'sql',
  'text',
  'typescript',
  'yaml',
];

describe('the commands of the pages', function () {
  before(function () {
    if (spawnSync('curl', ['--version']).error === undefined) return;
    process.stderr.write(`They are not tested: there is no curl on this machine.\n`);
    this.skip();
  });

  for (const page of PAGES) {
    const commands = commandBlocksOf(page).filter(({ notRun, runBy }) => notRun === null && runBy === null);
    const ownTest = ownTestOf(page);

    it(`of ${page} are marked as such: each block says what it is in`, () => {
      for (const { language, place } of blocksOf(page)) expect(language, place).to.be.oneOf(LANGUAGES);
    });

    if (ownTest !== null) {
      it(`of ${page} are run by ${ownTest}`, () => {
        expect(existsSync(join(PROJECT, ownTest)), ownTest).to.equal(true);
        expect(readFileSync(join(PROJECT, ownTest), 'utf8')).to.include(page);
      });
    } else if (commands.length > 0) {
      it(`of ${page} do what it says`, async () => {
        await using session = await openPageSession();
        for (const block of commands) await session.run(block);
      });
    }
  }

  it('of the READMEs are the same in both languages', () => {
    expect(commandsOf('README.zh-CN.md')).to.deep.equal(commandsOf('README.md'));
  });

  it('that have a test of their own name one that is there, and that names their page', () => {
    for (const page of PAGES) {
      for (const { runBy, place } of blocksOf(page)) {
        if (runBy !== null) expect(readFileSync(join(PROJECT, runBy), 'utf8'), place).to.include(page);
      }
    }
  });

  it('that no test runs have a reason', () => {
    for (const { notRun, place } of PAGES.flatMap(commandBlocksOf)) {
      if (notRun !== null) expect(notRun, place).to.match(/^\S+(?: \S+){3,}$/);
    }
  });
});

function commandsOf(page: string): readonly object[] {
  return commandBlocksOf(page).map(({ language, text }) => ({ language, text }));
}
