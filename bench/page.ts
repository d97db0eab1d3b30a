/**
 * How smooth the page is on a task of 1,000 steps while it runs and somebody scrolls through them: `npm run bench:page`.
 * An empty page beside it, in the same browser at the same time, shows what this machine can draw at best.
 */

import type { Browser, Page } from 'playwright-core';

import { openBrowser, openPage } from '../test/support/browser.ts';
import { makeServiceFolders, startServiceProcess } from '../test/support/service-process.ts';
import { load, shareOf } from './report.ts';

const STEPS = 1000;
const SECONDS = 15;

/** By how much one turn of the wheel scrolls, and how often that goes in one direction. */
const WHEEL_PIXELS = 240;
const TURNS_DOWN = 30;

const RECORD = `
  window.frames = [];
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });
  let last = performance.now();
  requestAnimationFrame(function record(now) {
    frames.push(now - last);
    last = now;
    requestAnimationFrame(record);
  });
`;

const browser = await openBrowser();
if (browser) await measure(browser);

async function measure(opened: Browser): Promise<void> {
  const folders = await makeServiceFolders();
  const service = await startServiceProcess(folders);
  await service.createTask('long', Array<string>(STEPS).fill('true'));
  const { page } = await openPage(opened, service.url);
  await page.goto(`${service.url}/visualizer/#/tasks/long`);
  await page
    .locator('.step-row')
    .nth(STEPS - 1)
    .waitFor();
  const empty = await (await opened.newContext()).newPage();
  const cpuSeconds = await openCpuMeter(page);
  await service.execute('long');
  for (const each of [page, empty]) await each.evaluate(RECORD);
  const before = await cpuSeconds();
  await scroll(page);
  const busy = (await cpuSeconds()) - before;
  const { body } = await service.call('/tasks/long');
  await tell('the page', page);
  await tell('an empty page', empty);
  console.log(`the page's main thread took ${busy.toFixed(1)} s of CPU in ${SECONDS} s`);
  console.log(`${body.successSteps} of ${STEPS} steps ran by then; ${load()}`);
  await opened.close();
  await service.end('SIGKILL');
  await folders.remove();
}

/** What the main thread of a page has computed so far, whatever else the machine does. */
async function openCpuMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
}

async function scroll(page: Page): Promise<void> {
  await page.locator('.step-row').first().hover();
  const end = performance.now() + SECONDS * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const isDown = turn % (2 * TURNS_DOWN) < TURNS_DOWN;
    await page.mouse.wheel(0, isDown ? WHEEL_PIXELS : -WHEEL_PIXELS);
  }
}

async function tell(what: string, page: Page): Promise<void> {
  const frames = await page.evaluate<readonly number[]>('frames');
  const longTasks = await page.evaluate<readonly number[]>('longTasks');
  const at = (share: number) => shareOf(frames, share).toFixed(0);
  const longest =
    longTasks.length === 0 ? 'none' : `${longTasks.length}, the longest ${Math.max(...longTasks).toFixed(0)} ms`;
  console.log(
    `${what}: frame median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)} ms (${frames.length}); ` +
      `long tasks: ${longest}`,
  );
}
