/** The page in a real browser, fed by a real service: what a person sees who never saw the code. */

import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
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

const BUILT = join(import.meta.dirname, '../../dist/visualizer');
const TOKEN = 'a-token-that-may-do-everything';
const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>';

describe('the page', function () {
  let browser: Browser;
  let folders: ServiceFolders;
  let database: ServiceDatabase;
  let service: ServiceProcess;
  let watched: WatchedPage;
  let page: Page;

  before(async function () {
    build();
    const opened = await openBrowser();
    if (!opened) return this.skip();
    browser = opened;
    folders = await makeServiceFolders();
    database = await openPostgres();
    const tokens = join(folders.root, 'tokens.json');
    const sha256 = createHash('sha256').update(TOKEN).digest('hex');
    await writeFile(tokens, JSON.stringify([{ name: 'ann', role: 'author', sha256 }]), { mode: 0o600 });
    service = await startServiceProcess(folders, { ...database.settings, TOKENS_FILE: tokens });
    // What moves would have to be drawn all the time.
    watched = await openPage(browser, service.url, { reducedMotion: 'reduce' });
    ({ page } = watched);
  });

  after(async () => {
    await browser?.close();
    await service?.end('SIGTERM');
    await database?.close();
    await folders?.remove();
  });

  it('asks who somebody is, says when that is wrong, and goes on once it is right', async () => {
    await page.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The token is not known here').waitFor();
    await page.getByLabel('Token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await page.getByText('There is no task yet.').waitFor();
    const refused = takeFaults();
    expect(refused.filter((fault) => !/status of 401/.test(fault))).to.deep.equal([]);
    expect(refused).to.have.length.greaterThan(0);
  });

  it('creates a task from JSON, and says what is wrong with a text that is none, and where', async () => {
    await page.getByRole('button', { name: 'New task' }).click();
    await page.getByLabel('Task as JSON').fill('{"name": ');
    await page.getByText('Line 1, column 10: Flow map must end with a }.').waitFor();
    expect(await page.getByRole('button', { name: 'Create' }).isDisabled()).to.equal(true);
    await page.getByLabel('Task as JSON').fill('{"name": "No steps", "steps": []}');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The body does not have the expected shape').waitFor();
    expect(takeFaults())
      .to.have.length(1)
      .and.to.match(/status of 400/);
    await page.getByLabel('Task as JSON').fill(JSON.stringify(shopTask()));
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Set up', exact: false }).waitFor();
    await page.getByText('Begin at step 1 of 3 (Folder). No step is skipped.').waitFor();
  });

  it('shows a run to its failure: why it failed, and what execute would do next', async () => {
    await execute('Execute');
    await page.getByText('Why it failed').waitFor();
    await page.getByText('step 2 of 3 (Licence): exit code 3', { exact: true }).waitFor();
    await page.getByText('Resume at step 2 of 3 (Licence). One step is SUCCESS and is skipped.').waitFor();
    const steps = page.locator('.step-row');
    await eventually('the steps to be up to date', async () => (await steps.nth(2).innerText()).includes('Pending'));
    expect(await steps.nth(0).innerText()).to.match(/Folder[^]*Success[^]*skipped/);
    expect(await steps.nth(1).innerText()).to.match(/Licence[^]*Failed[^]*exit 3[^]*Execute would start here/);
  });

  it('shows the log of the failed step, with its colours, and finds words in it', async () => {
    const log = page.getByRole('region', { name: 'Log of step 2' });
    await log.getByText('no licence').waitFor();
    expect(await log.locator('.ansi-red').innerText()).to.equal('ERROR');
    expect(await log.locator('.line').nth(1).innerText()).to.match(/^\s*2\s*100%$/);
    await page.getByLabel('Search in the log').fill('LICENCE');
    await page.getByText('1 of 1').waitFor();
    expect(await log.locator('mark').innerText()).to.equal('licence');
    await log.getByRole('link', { name: 'Line 2', includeHidden: true }).click();
    expect(page.url()).to.match(/#\/tasks\/shop\?step=2&line=2$|#\/tasks\/shop\?line=2$/);
  });

  it('resumes once the cause is mended, and shows the run to its end', async () => {
    await writeFile(join(folders.root, 'licence'), '4711\n');
    await execute('Resume');
    await page.getByText('All 3 steps are SUCCESS.').waitFor();
    expect(await page.getByRole('button', { name: 'Resume' }).isDisabled()).to.equal(true);
    await page.getByRole('tab', { name: 'Attempts' }).click();
    await page.locator('.step-row').nth(1).click();
    await page.getByText('Attempt 2', { exact: true }).waitFor();
    expect(await page.locator('.attempts li').count()).to.equal(2);
  });

  it('tells why the run went the way it went, and goes back in its time', async () => {
    const moves = page.locator('.moves');
    await moves.getByText('step 1 skipped: already SUCCESS').waitFor();
    await moves.getByText('stored: step 2 is RUNNING').click();
    expect(page.url()).to.match(/[?&]t=\d+/);
    await page.getByText('Step 2 of 3 is running: Licence.').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel the run' }).isDisabled()).to.equal(true);
    await page.locator('body').press('ArrowRight');
    await page.locator('body').press('ArrowRight');
    expect(await moves.locator('[aria-current=true]').innerText()).to.include('step 2 ended with exit code 0');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText('All 3 steps are SUCCESS.').waitFor();
  });

  it('shows the run that failed before, with the state and the arrow of its statechart', async () => {
    await page.getByLabel('Run', { exact: true }).selectOption({ index: 1 });
    await page.getByText('Why it failed').waitFor();
    await page.getByRole('tab', { name: 'Statechart' }).click();
    const chart = page.locator('.chart-frame svg');
    await chart.locator('[data-state="run.failed"].active').waitFor();
    expect(await chart.locator('.arrow.taken').getAttribute('data-target')).to.equal('run.failed');
    await page.locator('body').press('Escape');
    await chart.locator('[data-state="run.succeeded"].active').waitFor();
  });

  it('goes through the steps by keys, and to the log of one', async () => {
    await page.locator('body').press('k');
    await page.getByText('Step 1 of 3').waitFor();
    await page.locator('body').press('j');
    await page.getByText('Step 2 of 3').waitFor();
    await page.locator('body').press('l');
    await page.getByRole('region', { name: 'Log of step 2' }).waitFor();
    expect(page.url()).to.match(/#\/tasks\/shop\?step=2$/);
  });

  it('creates a task from a dropped file of YAML, and says where one is wrong', async () => {
    await page.goto(`${service.url}/visualizer/#/tasks`);
    await page.locator('.task-row').first().waitFor();
    await drop('name: Twice\nname: Dropped\n');
    await page.getByText('Line 2, column 1: this key is there twice.').waitFor();
    await page.keyboard.press('Escape');
    await drop(
      'taskId: dropped\nname: Dropped\nsteps:\n  - name: Only\n    script: |\n      echo one\n      echo two\n',
    );
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Dropped' }).waitFor();
    await page.getByRole('tab', { name: 'Script' }).click();
    expect(await page.locator('.script').textContent()).to.equal('echo one\necho two\n');
  });

  it('keeps hostile names, messages and logs as text', async () => {
    await create({
      taskId: 'hostile',
      name: HOSTILE,
      steps: [{ name: HOSTILE, script: `echo '${HOSTILE}'; exit 1` }],
    });
    await page.goto(`${service.url}/visualizer/#/tasks/hostile`);
    await execute('Execute');
    await page.getByText('Why it failed').waitFor();
    await page.getByRole('region', { name: 'Log of step 1' }).getByText('onerror').waitFor();
    expect(await page.locator('h1').innerText()).to.equal(HOSTILE);
    expect(await page.locator('main img, main script').count()).to.equal(0);
  });

  it('follows the log of a step by one stream, byte for byte, also where the bytes are no text', async () => {
    const asked = watchRequests(/follow=true/);
    await run('gated', `printf 'h\\344\\270'; ${wait('one')}; printf '\\255\\377!\\n'; ${wait('two')}; echo 测试`);
    await stepLog().getByText('h').waitFor();
    await open('one');
    await stepLog().getByText('h中\uFFFD!', { exact: true }).waitFor();
    await open('two');
    await stepLog().getByText('测试', { exact: true }).waitFor();
    await page.getByText('Its one step is SUCCESS.').waitFor();
    await page.getByText('14 bytes in all').waitFor();
    expect(await stepLog().locator('.line').count()).to.equal(2);
    expect(asked()).to.have.length(1);
  });

  it('looks at the log now and then where the service has no stream to spare', async () => {
    const refused = { status: 503, json: { type: '/problems/too-many-streams', title: 'Full', detail: 'No.' } };
    await page.route(/follow=true/, (route) => route.fulfill(refused));
    await run('unfollowed', `echo early; ${wait('three')}; echo late`);
    await stepLog().getByText('early').waitFor();
    await open('three');
    await stepLog().getByText('late').waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
    await page.unroute(/follow=true/);
    expect(takeFaults())
      .to.have.length(1)
      .and.to.match(/status of 503/);
  });

  it('goes on with a log where its stream broke off', async () => {
    const cut = { status: 200, contentType: 'text/event-stream', body: 'id: 6\ndata: "cut' };
    const asked = watchRequests(/follow=true/);
    await page.route(/follow=true/, (route) => route.fulfill(cut), { times: 1 });
    await page.route(/follow=true/, (route) => route.abort(), { times: 1 });
    await run('broken-off', `echo early; ${wait('seven')}; echo late`);
    await eventually('a third stream', () => asked().length === 3);
    await open('seven');
    await stepLog().getByText('late').waitFor();
    expect(await stepLog().locator('.text').allInnerTexts()).to.deep.equal(['early', 'late']);
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
    expect(takeFaults())
      .to.have.length(1)
      .and.to.match(/ERR_FAILED/);
  });

  it('waits for the log of a step that has only just begun', async () => {
    await page.route(/log\?attempt=1$/, (route) => route.fulfill({ status: 404 }), { times: 2 });
    await run('late-log', `echo here; ${wait('four')}`);
    await stepLog().getByText('here').waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
    await open('four');
    expect(takeFaults().filter((fault) => !/status of 404.*log\?attempt=1/.test(fault))).to.deep.equal([]);
  });

  it('stays at the moment that was chosen when what came before it becomes known', async () => {
    const read = Promise.withResolvers<void>();
    await run('chosen', wait('five'), `echo next; ${wait('six')}`);
    await page.route(/\/runs\/[^/]+$/, async (route) => {
      await read.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByText('Step 1 of 2 is running: Step 1.').waitFor();
    await open('five');
    const moves = page.locator('.moves');
    await moves.getByText('stored: step 1 is SUCCESS, step 2 is RUNNING').click();
    read.resolve();
    await moves.getByText('this instance has the right to run the task').waitFor();
    await moves.locator('[aria-current=true]').getByText('stored: step 1 is SUCCESS').waitFor();
    await page.unroute(/\/runs\/[^/]+$/);
    await open('six');
  });

  it('lists all tasks with how far they are, and only those that are asked for', async () => {
    await page.goto(`${service.url}/visualizer/#/tasks`);
    await page.getByText('3 of 3').waitFor();
    await eventually('all of them', async () => (await page.locator('.task-row').count()) === 8);
    await page.getByRole('button', { name: 'Failed' }).click();
    await eventually('the other one to go', async () => (await page.locator('.task-row').count()) === 1);
    await page.getByRole('button', { name: 'All' }).click();
    await page.getByLabel('Search by id or name').fill('Set up');
    // The one that failed stays until the answer is there.
    await page.locator('.task-row').getByText('Set up the shop').waitFor();
    await eventually('the others to go', async () => (await page.locator('.task-row').count()) === 1);
  });

  it('shows a task that is not there as what it is, with what to do', async () => {
    await page.goto(`${service.url}/visualizer/#/tasks/nobody`);
    await page.getByText('Nothing of this task can be shown').waitFor();
    await page.getByRole('link', { name: 'What to do' }).first().waitFor();
    await show('#/tasks');
    expect(takeFaults().filter((fault) => !/status of 404.*nobody\/events/.test(fault))).to.deep.equal([]);
  });

  it('can be used by everybody', async () => {
    for (const place of ['#/tasks', '#/tasks/hostile']) {
      await show(place);
      expect(await seriousFaults(page), place).to.deep.equal([]);
    }
  });

  it('can be read in the dark too', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await show('#/tasks/shop');
    expect(await seriousFaults(page, ['color-contrast'])).to.deep.equal([]);
  });

  it('speaks Chinese where somebody wants it to', async () => {
    await page.getByRole('button', { name: 'show the page in Chinese' }).click();
    await page.getByText('全部 3 个步骤均已成功。').waitFor();
    await page.locator('.moves').getByText('跳过第 1 步：已经成功').waitFor();
    await page.goto(`${service.url}/visualizer/#/tasks/hostile`);
    await page.getByText(`第 1 / 1 步（${HOSTILE}）：退出码 1`).waitFor();
    await show('#/tasks/shop');
    expect(await page.locator('html').getAttribute('lang')).to.equal('zh-CN');
    await page.getByRole('button', { name: '用英文显示页面' }).click();
    await page.getByText('All 3 steps are SUCCESS.').waitFor();
  });

  it('fits a phone: nothing sticks out to the right', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const place of ['#/tasks', '#/tasks/hostile']) {
      await show(place);
      expect(await page.evaluate('document.documentElement.scrollWidth'), place).to.be.at.most(360);
    }
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it('tells when the service cannot be reached, and goes on by itself', async () => {
    await page.context().setOffline(true);
    await page.getByText('The service cannot be reached.').waitFor();
    await page.getByText('Why it failed').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
    expect(takeFaults().filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).to.deep.equal([]);
  });

  it('leaves the steps where somebody scrolled them to, while the run goes on', async () => {
    const steps = Array.from({ length: 60 }, (_, index) => ({
      name: `Step ${index + 1}`,
      script: wait('long-$STEP_NO'),
    }));
    await create({ taskId: 'long', name: 'Long', steps });
    await show('#/tasks/long');
    await execute('Execute');
    await page.evaluate("document.querySelector('.step-rows').scrollTop = 1e6");
    for (const stepNo of ['1', '2']) {
      await eventually('the step to be shown', async () => (await currentStep()) === stepNo);
      await open(`long-${stepNo}`);
    }
    await eventually('the run to go on', async () => (await currentStep()) === '3');
    expect(await page.evaluate("document.querySelector('.step-rows').scrollTop")).to.be.greaterThan(1000);
  });

  it('broke no rule of its policy, asked nobody else, and complained of nothing', () => {
    expect(takeFaults()).to.deep.equal([]);
  });

  async function show(place: string): Promise<void> {
    await page.goto(`${service.url}/visualizer/${place}`);
    await page
      .locator(place === '#/tasks' ? '.task-row' : '.step-row')
      .first()
      .waitFor();
  }

  function currentStep(): Promise<string> {
    return page.locator('.step-row [aria-current=true] .step-no').innerText();
  }

  /** Those so far, which are then forgotten. */
  function takeFaults(): readonly string[] {
    return (watched.faults as string[]).splice(0);
  }

  async function execute(verb: 'Execute' | 'Resume'): Promise<void> {
    await page.getByRole('button', { name: verb, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Execute' }).click();
    await page.getByText('Accepted: the run has started.').waitFor();
  }

  /** Creates a task, executes it and shows it. */
  async function run(taskId: string, ...scripts: readonly string[]): Promise<void> {
    const steps = scripts.map((script, index) => ({ name: `Step ${index + 1}`, script }));
    await create({ taskId, name: taskId, steps });
    await page.goto(`${service.url}/visualizer/#/tasks/${taskId}`);
    await page.getByRole('heading', { name: taskId }).waitFor();
    await execute('Execute');
  }

  function stepLog() {
    return page.getByRole('region', { name: 'Log of step 1' });
  }

  /** As from a folder of whoever looks at the page. */
  async function drop(text: string): Promise<void> {
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(text)}], 'task.yaml'));
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    }`);
  }

  /** Lets a script go on that waits. */
  async function open(gate: string): Promise<void> {
    await writeFile(join(folders.root, gate), '');
  }

  /** The addresses that the page asks from now on, and that have this in them. */
  function watchRequests(part: RegExp): () => readonly string[] {
    const asked: string[] = [];
    page.on('request', (request) => part.test(request.url()) && asked.push(request.url()));
    return () => asked;
  }

  async function create(task: object): Promise<void> {
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify(task);
    const { status } = await fetch(`${service.url}/api/v1/init/tasks`, { method: 'POST', headers, body });
    expect(status).to.equal(201);
  }
});

describe('the size of the page', () => {
  before(build);

  it('stays below 300 KB, all files together', async () => {
    const names = await readdir(BUILT);
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(BUILT, name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.below(300_000);
  });

  it('is not that of what reads YAML, until somebody writes YAML', async () => {
    const [main, yaml] = await Promise.all([sizeOf(/^index-.*\.js$/), sizeOf(/^read-yaml-.*\.js$/)]);
    expect(yaml).to.be.above(50_000);
    expect(main).to.be.below(150_000);
    expect(await readFile(join(BUILT, 'index.html'), 'utf8')).not.to.include('read-yaml');
  });
});

// Whether the page is built from the present sources is the only state this file keeps.
const made = { isBuilt: false };

/** Once for all. */
function build(): void {
  if (!made.isBuilt) execFileSync(process.execPath, ['build/pages.ts']);
  made.isBuilt = true;
}

async function sizeOf(name: RegExp): Promise<number> {
  const found = (await readdir(BUILT)).find((one) => name.test(one));
  return found === undefined ? 0 : (await stat(join(BUILT, found))).size;
}

/** What a script does until a gate is opened. */
function wait(gate: string): string {
  return `until [ -e ${gate} ]; do sleep 0.05; done`;
}

function shopTask() {
  const licence =
    "printf '10%%\\r100%%\\n\\033[31mERROR\\033[0m '; cat licence 2>/dev/null || { echo no licence; exit 3; }";
  return {
    taskId: 'shop',
    name: 'Set up the shop',
    steps: [
      { name: 'Folder', script: 'echo made' },
      { name: 'Licence', script: `echo begin; ${licence}` },
      { name: 'Greeting', script: 'echo hello' },
    ],
  };
}
