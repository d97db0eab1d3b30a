/** What people can do with the page, in a real browser against a real service, as far as their roles allow. */

import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import type { Browser, Page } from 'playwright-core';

import { openBrowser, openPage, type WatchedPage } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { seriousFaults } from '../support/serious-faults.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

const ROLES = ['read', 'operate', 'author'] as const;

type Role = (typeof ROLES)[number];

describe('the powers of the page', function () {
  let browser: Browser;
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess;
  let watched: WatchedPage;
  let page: Page;

  before(async function () {
    execFileSync(process.execPath, ['build/pages.ts']);
    const opened = await openBrowser();
    if (!opened) return this.skip();
    browser = opened;
    folders = await makeServiceFolders();
    database = await openPostgres();
    const tokens = join(folders.root, 'tokens.json');
    await writeFile(tokens, JSON.stringify(ROLES.map(entryOf)), { mode: 0o600 });
    service = await startServiceProcess(folders, { ...database.settings, TOKENS_FILE: tokens });
    watched = await openAs('author');
    ({ page } = watched);
  });

  after(async () => {
    await browser?.close();
    await service?.end('SIGTERM');
    await database?.close();
    await folders?.remove();
  });

  describe('over the list', () => {
    before(async () => {
      for (let number = 1; number <= 60; number += 1) await create(`tenant-${number}`, `Tenant ${number}`, 'true');
      await create('early-shop', 'Shop of old', 'true');
      for (let number = 61; number <= 120; number += 1) await create(`tenant-${number}`, `Tenant ${number}`, 'true');
    });

    it('asks the service for what an id or a name begins with, once for a word that is written', async () => {
      await show('#/tasks');
      const asked = watchRequests(/[?&]q=/);
      await page.getByLabel('Search by id or name').pressSequentially('Shop', { delay: 20 });
      await eventually('the one that is searched for', async () => (await rows().count()) === 1);
      expect(await rows().innerText()).to.include('Shop of old');
      expect(page.url()).to.match(/#\/tasks\?q=Shop$/);
      const searches = new Set(asked().map((url) => new URL(url).searchParams.get('q')));
      expect([...searches].at(-1)).to.equal('Shop');
      // On a busy machine a letter may come so late that the word seems to be written.
      expect(searches.size).to.be.below('Shop'.length);
    });

    it('leads by its address to the same tasks, and by a link to all of them again', async () => {
      await page.goto('about:blank');
      await show('#/tasks?q=early-&status=PENDING&active=false');
      expect(await page.getByLabel('Search by id or name').inputValue()).to.equal('early-');
      expect(await page.getByLabel('Running or not').inputValue()).to.equal('false');
      await eventually('the one', async () => (await rows().count()) === 1);
      await page.getByRole('link', { name: 'tms-init' }).click();
      await eventually('all of them', async () => (await rows().count()) === 50);
      expect(await page.getByLabel('Search by id or name').inputValue()).to.equal('');
    });

    it('keeps to what is searched for over pages, and takes up what is created meanwhile', async () => {
      await show('#/tasks?q=Tenant');
      for (const count of [100, 120]) {
        await page.getByRole('button', { name: 'Load more' }).click();
        await eventually(`${count} tasks`, async () => (await rows().count()) === count);
      }
      await create('other', 'Another one', 'true');
      await create('tenant-121', 'Tenant 121', 'true');
      await eventually('the new one', async () => (await rows().count()) === 121);
      expect(await rows().first().innerText()).to.include('Tenant 121');
      expect(await rows().filter({ hasText: 'Another one' }).count()).to.equal(0);
    });

    it('shows those that run now', async () => {
      await create('held', 'Held', 'until [ -e gate ]; do sleep 0.05; done');
      await ask('POST', 'tasks/held/execute');
      await show('#/tasks');
      await page.getByLabel('Running or not').selectOption('Running now');
      await eventually('the one that runs', async () => (await rows().count()) === 1);
      expect(await rows().innerText()).to.include('Held');
      await writeFile(join(folders.root, 'gate'), '');
      await page.getByText('No task fits.').waitFor();
    });
  });

  describe('over a task', () => {
    before(async () => {
      await create('shop', 'Set up', 'echo one', 'cat licence', 'echo three');
      await show('#/tasks/shop');
    });

    it('say of each step what execute would do, and why', async () => {
      await page.getByRole('button', { name: 'Execute', exact: true }).click();
      await page.getByText('Begin at step 1 of 3').last().waitFor();
      const planned = page.getByRole('dialog').getByRole('list', { name: 'What happens to each step' });
      await planned.getByText('It was never run.').waitFor();
      expect(await planned.innerText()).to.match(/Steps 1 to 3\s+runs/);
      expect(await seriousFaults(page)).to.deep.equal([]);
      await dialogButton('Execute').click();
      await page.getByText('Resume at step 2 of 3').waitFor();
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
      await eventually('each of them', async () =>
        /Step 1 \(Step 1\)\s+skipped[^]*Step 2 \(Step 2\)\s+runs[^]*FAILED and is run again[^]*never run/.test(
          await planned.innerText(),
        ),
      );
      await page.keyboard.press('Escape');
    });

    it('say in Chinese too what execute would do', async () => {
      await page.getByRole('button', { name: 'show the page in Chinese' }).click();
      await page.getByRole('button', { name: '继续执行' }).click();
      await page.getByRole('dialog').getByText('已成功，不再运行。').waitFor();
      await page.getByRole('dialog').getByText('已失败，重新运行。').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: '用英文显示页面' }).click();
    });

    it('say what refuses an execute, and do not send it', async () => {
      const reason = 'As many tasks run as MAX_RUNNING allows: 1. Try again later.';
      await page.route(/\/plan/, (route) => route.fulfill({ json: { canExecute: false, reason, steps: [] } }));
      await page.reload();
      await page.getByText(`Execute would be refused: ${reason}`).waitFor();
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
      await page.getByRole('dialog').getByText(`Execute would be refused: ${reason}`).waitFor();
      expect(await dialogButton('Execute').isDisabled()).to.equal(true);
      await page.unroute(/\/plan/);
      await eventually('the plan of now', () => dialogButton('Execute').isEnabled());
      await page.keyboard.press('Escape');
    });

    it('mend the script of the step that failed, with a reason, and show the request for a shell', async () => {
      await page.getByRole('button', { name: 'Mend the script' }).click();
      const script = page.getByRole('dialog').getByLabel('Script');
      expect(await script.inputValue()).to.equal('cat licence');
      expect(await dialogButton('Mend').isDisabled()).to.equal(true);
      await script.fill("echo 'a licence'");
      await whyField().fill('there is none yet');
      await page.getByText('Copy as curl').last().click();
      const command = await page.getByRole('dialog').locator('.command code').innerText();
      expect(command).to.include('-X PUT').and.to.include('there is none yet').and.not.to.include('secret');
      expect(await seriousFaults(page)).to.deep.equal([]);
      await dialogButton('Mend').click();
      await page.getByText('The script is mended; the next execute runs it.').waitFor();
      await page.locator('.step-head').getByText('script mended by author: there is none yet').waitFor();
      await page.getByRole('tab', { name: 'Script' }).click();
      await page.locator('.script').getByText("echo 'a licence'").waitFor();
    });

    it('settle a step by hand, and say before what becomes of the task', async () => {
      await page.getByRole('button', { name: 'Settle by hand' }).click();
      await page.getByText('The status of the task stays: Failed.').waitFor();
      expect(await seriousFaults(page)).to.deep.equal([]);
      await whyField().fill('bought <b>by</b> phone');
      await page.keyboard.press('Enter');
      await page.getByText('The step is settled.').waitFor();
      await page.getByText('Resume at step 3 of 3').waitFor();
      await page.locator('.step-row').nth(1).click();
      await page.locator('.step-head').getByText('resolved as SUCCESS by author: bought <b>by</b> phone').waitFor();
      expect(await page.getByRole('button', { name: 'Mend the script' }).count()).to.equal(0);
    });

    it('run a task again from a step, and say before what is set back', async () => {
      await page.locator('.step-row').nth(1).click();
      await page.getByRole('button', { name: 'Run again from here' }).click();
      await page.getByText('One of them is SUCCESS: it is set back to FAILED').waitFor();
      await page.getByText('Runs step 2 (Step 2) and every later one. One step is SUCCESS and is skipped.').waitFor();
      expect(await seriousFaults(page)).to.deep.equal([]);
      await dialogButton('Run from here').click();
      await page.getByText('All 3 steps are SUCCESS.').waitFor();
      const attempts = (await ask('GET', 'tasks/shop/steps')) as readonly { readonly attempts: number }[];
      expect(attempts.map((step) => step.attempts)).to.deep.equal([1, 2, 1]);
    });

    it('stay where a change was refused, with what the service says', async () => {
      await page.locator('.step-row').first().click();
      await page.getByRole('button', { name: 'Settle by hand' }).click();
      await page.getByText('The status of the task becomes: Failed.').waitFor();
      await whyField().fill('gone');
      const refused = { title: 'The task runs', detail: 'The task is running already.' };
      await page.route(/\/resolve$/, (route) => route.fulfill({ status: 409, json: refused }));
      await dialogButton('Settle').click();
      await page.getByRole('dialog').getByRole('alert').getByText('The task is running already.').waitFor();
      expect(await whyField().inputValue()).to.equal('gone');
      await page.unroute(/\/resolve$/);
      await page.keyboard.press('Escape');
      expect(takeFaults())
        .to.have.length(1)
        .and.to.match(/status of 409/);
    });

    it('are offered as the role allows: nothing to readers, no other script by operators', async () => {
      await create('roles', 'Roles', 'exit 1');
      await ask('POST', 'tasks/roles/execute');
      const offered: Record<string, readonly string[]> = {};
      for (const role of ROLES) {
        const other = await openAs(role, '#/tasks/roles');
        await other.page.locator('.step-head').getByText('Exit code', { exact: true }).waitFor();
        offered[role] = await other.page.locator('.actions button, .powers button').allInnerTexts();
        expect(other.faults.filter((fault) => !/status of 401/.test(fault))).to.deep.equal([]);
        await other.close();
      }
      const byOperators = ['Settle by hand', 'Run again from here'];
      expect(offered).to.deep.equal({
        read: ['Copy as curl'],
        operate: ['Resume', 'Copy as curl', ...byOperators],
        author: ['Resume', 'Delete', 'Copy as curl', 'Mend the script', ...byOperators],
      });
    });

    it('fit a phone, in the dark too', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await show('#/tasks/roles');
      for (const name of ['Mend the script', 'Settle by hand', 'Run again from here', 'Delete', 'Resume']) {
        await page.getByRole('button', { name, exact: true }).click();
        await page.getByRole('dialog').waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth'), name).to.be.at.most(360);
        expect(await page.evaluate("document.querySelector('dialog').scrollWidth"), name).to.be.at.most(360);
        expect(await seriousFaults(page), name).to.deep.equal([]);
        await page.keyboard.press('Escape');
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 860 });
    });

    it('delete a task only after saying what is lost', async () => {
      await show('#/tasks/shop');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('the logs of all attempts (4)').waitFor();
      await page.getByText('What its scripts did is not undone.').waitFor();
      await dialogButton('Delete for good').click();
      await page.getByText('“Set up” is deleted.').waitFor();
      expect(page.url()).to.match(/#\/tasks$/);
      expect(((await ask('GET', 'tasks/shop')) as { readonly status: number }).status).to.equal(404);
    });

    it('broke no rule of the policy, and complained of nothing', () => {
      // What was asked of the task in the moment in which it was deleted is answered so; the browser tells of it by itself.
      const deleted = /the server responded with a status of 404 .*\/tasks\/shop(\/\w+)?\)$/;
      expect(takeFaults().filter((fault) => !deleted.test(fault))).to.deep.equal([]);
    });
  });

  async function openAs(role: Role, place = '#/tasks'): Promise<WatchedPage> {
    const opened = await openPage(browser, service.url, { reducedMotion: 'reduce' }, `/visualizer/${place}`);
    await opened.page.getByLabel('Token').fill(tokenOf(role));
    await opened.page.keyboard.press('Enter');
    await opened.page.getByRole('dialog').waitFor({ state: 'detached' });
    if (role === 'author') (opened.faults as string[]).splice(0);
    return opened;
  }

  async function show(place: string): Promise<void> {
    await page.goto(`${service.url}/visualizer/${place}`);
    await page.locator('.task-row, .step-row').first().waitFor();
  }

  function rows() {
    return page.locator('.task-row');
  }

  function whyField() {
    return page.getByRole('textbox', { name: 'Why' });
  }

  function dialogButton(name: string) {
    return page.getByRole('dialog').getByRole('button', { name, exact: true });
  }

  /** Those so far, which are then forgotten. */
  function takeFaults(): readonly string[] {
    return (watched.faults as string[]).splice(0);
  }

  function watchRequests(part: RegExp): () => readonly string[] {
    const asked: string[] = [];
    page.on('request', (request) => part.test(request.url()) && asked.push(request.url()));
    return () => asked;
  }

  async function create(taskId: string, name: string, ...scripts: readonly string[]): Promise<void> {
    const steps = scripts.map((script, index) => ({ name: `Step ${index + 1}`, script }));
    await ask('POST', 'tasks', { taskId, name, steps });
  }

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { Authorization: `Bearer ${tokenOf('author')}`, 'Content-Type': 'application/json' };
    const sent = body && { body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/api/v1/init/${path}`, { method, headers, ...sent });
    return response.json();
  }
});

function tokenOf(role: Role): string {
  return `secret-of-${role}`;
}

function entryOf(role: Role) {
  return { name: role, role, sha256: createHash('sha256').update(tokenOf(role)).digest('hex') };
}
