/** The page of the API in a real browser, on a real service that asks for tokens. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { expect } from 'chai';
import type { Browser, Locator, Page } from 'playwright-core';

import { openBrowser, openPage, type WatchedPage } from '../support/browser.ts';
import { operations } from '../openapi/read-document.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { PROJECT } from '../support/the-service.ts';

const TOKEN = 'a-token-that-may-do-everything';

/** With what it is made of: what a library for it weighs is 20 times as much. */
const MOST_BYTES = 60_000;

describe('the page of the API', function () {
  let browser: Browser;
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess;
  let watched: WatchedPage;
  let page: Page;

  before(async function () {
    execFileSync(process.execPath, ['build/pages.ts'], { cwd: PROJECT });
    const opened = await openBrowser();
    if (!opened) return this.skip();
    browser = opened;
    folders = await makeServiceFolders();
    database = await openPostgres();
    const tokens = join(folders.root, 'tokens.json');
    const sha256 = createHash('sha256').update(TOKEN).digest('hex');
    await writeFile(tokens, JSON.stringify([{ name: 'ann', role: 'author', sha256 }]), { mode: 0o600 });
    service = await startServiceProcess(folders, { ...database.settings, TOKENS_FILE: tokens });
    watched = await openPage(browser, service.url, { reducedMotion: 'reduce' }, '/docs');
    ({ page } = watched);
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await service?.end('SIGTERM');
    await database?.close();
    await folders?.remove();
  });

  it('shows every operation, without a token', async () => {
    const shown = await page.locator('details').evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(shown)).to.deep.equal(new Set(operations.map(({ operationId }) => operationId)));
    expect(shown).to.have.length(operations.length);
  });

  it('shows of each operation each parameter and each answer', async () => {
    await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
    await page.locator('details:not(:has(.inside))').first().waitFor({ state: 'detached' });
    const inside = await page.locator('details').evaluateAll((all) =>
      all.map((details) => ({
        id: details.id,
        text: details.textContent,
        statuses: [...details.querySelectorAll('.answer > strong')].map((status) => status.textContent),
      })),
    );
    for (const { operationId, answers, parameters } of operations) {
      const found = inside.find(({ id }) => id === operationId);
      expect(found?.statuses, operationId).to.deep.equal(Object.keys(answers));
      for (const { name } of parameters) if (name !== undefined) expect(found?.text, operationId).to.include(name);
    }
  });

  it('can be used by everybody, with some of each kind open, light and dark', async () => {
    const isShown = ['createTask', 'getLog', 'listTasks', 'getMachine'].map((id) => `#${id}`).join();
    await page.evaluate(
      `for (const details of document.querySelectorAll('details:not(${isShown})')) details.open = false`,
    );
    expect(await seriousFaults(page)).to.deep.equal([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousFaults(page, ['color-contrast'])).to.deep.equal([]);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('says why a request without a token is refused', async () => {
    await send('listTasks');
    await receives('listTasks', '401 Unauthorized');
    expect(takeFaults().filter((fault) => !/status of 401/.test(fault))).to.deep.equal([]);
  });

  it('creates, executes, follows and reads a task once it has a token, by its examples', async () => {
    await page.getByLabel('Token').fill(TOKEN);
    await send('createTask');
    await receives('createTask', '201 Created');
    await send('executeTask');
    await receives('executeTask', '"started": true');
    await send('getEvents');
    await receives('getEvents', 'event: snapshot');
    await send('getTask');
    await receives('getTask', '"status": "SUCCESS"');
    expect(takeFaults()).to.deep.equal([]);
  });

  it('stops a stream', async () => {
    await send('getInspect');
    await receives('getInspect', '200 OK');
    const details = await open('getInspect');
    await details.getByRole('button', { name: 'Stop' }).click();
    await details.getByText('and more to come').waitFor({ state: 'hidden' });
    expect(takeFaults()).to.deep.equal([]);
  });

  it('gives each request as a command line without the token', async () => {
    const command = await (await open('executeTask')).locator('.curl').innerText();
    expect(command).to.include(`-X POST`).and.include('$TOKEN').and.include("/tasks/setup-shop/execute'");
    expect(await page.content()).not.to.include(TOKEN);
  });

  it('keeps the token for this tab only', async () => {
    const kept = await page.evaluate<readonly string[]>(
      '[JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]',
    );
    expect(kept.map((text) => text.includes(TOKEN))).to.deep.equal([false, true, false]);
  });

  it('finds operations by their words', async () => {
    await page.getByLabel('Find').fill('log');
    expect(await page.locator('details').count()).to.be.within(1, 3);
    await page.getByLabel('Find').fill('');
  });

  it('opens the operation that its address names', async () => {
    const other = await openPage(browser, service.url, {}, '/docs/#cancelTask');
    await other.page.locator('#cancelTask[open]').waitFor();
    expect(other.faults).to.deep.equal([]);
    await other.close();
  });

  it('is shown whole where its address is no name that could be read', async () => {
    const other = await openPage(browser, service.url, {}, '/docs/#%');
    await other.page.locator('#cancelTask').waitFor();
    expect(other.faults).to.deep.equal([]);
    await other.close();
  });

  it('fits a telephone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).to.be.at.most(360);
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it('is small', async () => {
    const folder = join(PROJECT, 'dist/api-page');
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.below(MOST_BYTES);
  });

  async function open(operationId: string): Promise<Locator> {
    const details = page.locator(`#${operationId}`);
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
    await details.locator('.inside').waitFor();
    return details;
  }

  async function send(operationId: string): Promise<void> {
    await (await open(operationId)).getByRole('button', { name: 'Send' }).click();
  }

  async function receives(operationId: string, text: string): Promise<void> {
    await page.locator(`#${operationId} .received`).getByText(text).waitFor();
  }

  function takeFaults(): readonly string[] {
    return (watched.faults as string[]).splice(0);
  }
});
