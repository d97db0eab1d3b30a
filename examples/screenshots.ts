/** `npm run screenshots`: the pictures of the READMEs, taken of the visualizer while it shows the task of the demo. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import type { Browser, Page } from 'playwright-core';

import { openBrowser, openPage } from '../test/support/browser.ts';
import { findFailedStep, showProgress } from './demo/progress.ts';
import { mendPriceList } from './demo/mend-price-list.ts';
import { type Service, startService } from './demo/service.ts';
import type { Client } from './demo/service-client.ts';
import { openWorkplace } from './demo/workplace.ts';

const FOLDER = join(import.meta.dirname, '../docs/pictures');
const LIMIT_MS = 180_000;

interface Picture {
  readonly name: string;
  /** What the page shows: the part of its address behind the `#`. */
  readonly place: string;
  readonly language: 'en-US' | 'zh-CN';
  readonly colours: 'light' | 'dark';
  /** What is there once the page has settled. */
  readonly settled: string;
  /** What is done before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const DESK = { width: 1280, height: 860 };

const FAILED = { place: '/tasks/shop-demo', settled: '.log .line' } as const;

const OF_A_FAILURE: readonly Picture[] = [
  { ...FAILED, name: 'failed-en-light', language: 'en-US', colours: 'light' },
  { ...FAILED, name: 'failed-zh-dark', language: 'zh-CN', colours: 'dark' },
  { ...FAILED, name: 'plan-en-light', language: 'en-US', colours: 'light', prepare: askToResume },
  { ...FAILED, name: 'plan-zh-dark', language: 'zh-CN', colours: 'dark', prepare: askToResume },
  {
    ...FAILED,
    name: 'mend-en-dark',
    language: 'en-US',
    colours: 'dark',
    prepare: mendFor('the price list may come later'),
  },
  { ...FAILED, name: 'mend-zh-light', language: 'zh-CN', colours: 'light', prepare: mendFor('价格表可能稍后才送到') },
];

const OF_A_SUCCESS: readonly Picture[] = [
  {
    name: 'statechart-en-dark',
    place: '/tasks/shop-demo?view=chart',
    language: 'en-US',
    colours: 'dark',
    settled: '.chart svg',
    prepare: goBack,
  },
];

async function askToResume(page: Page): Promise<void> {
  await page.locator('.actions .primary').click();
  await page.locator('.planned li').first().waitFor();
}

/** Without sending it. */
function mendFor(reason: string) {
  return async (page: Page): Promise<void> => {
    await page.locator('.powers button').first().click();
    await page
      .locator('dialog textarea')
      .fill('test -s shop/data/products.csv || exit 3\nsh examples/shop/05-import.sh');
    await page.locator('dialog input').fill(reason);
  };
}

/** Into the middle of the run that is over. */
async function goBack(page: Page): Promise<void> {
  await page.locator('.moves').getByText('step 5 ended with exit code 0').click();
}

async function take(browser: Browser, { url }: Service, picture: Picture): Promise<void> {
  const options = { locale: picture.language, colorScheme: picture.colours, viewport: DESK };
  const watched = await openPage(browser, url, options);
  const { page } = watched;
  await page.goto(`${url}/visualizer/#${picture.place}`);
  await page.locator(picture.settled).first().waitFor();
  await picture.prepare?.(page);
  await page.screenshot({ path: join(FOLDER, `${picture.name}.png`), animations: 'disabled' });
  await watched.close();
}

async function executeToEnd(client: Client, taskId: string) {
  await client.execute(taskId);
  return showProgress(client, taskId, []);
}

const browser = await openBrowser();
if (!browser) process.exit(1);
const signal = AbortSignal.timeout(LIMIT_MS);
await mkdir(FOLDER, { recursive: true });
await using workplace = await openWorkplace();
await using service = await startService(workplace, signal);
await service.client.createTask(workplace.task);
findFailedStep(await executeToEnd(service.client, workplace.task.taskId));
for (const picture of OF_A_FAILURE) await take(browser, service, picture);
await mendPriceList(workplace.shopDir);
await executeToEnd(service.client, workplace.task.taskId);
for (const picture of OF_A_SUCCESS) await take(browser, service, picture);
await browser.close();
