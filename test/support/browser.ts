/** A headless Chromium that watches what a page does: whatever it complains of, and whom it asks. */

import { existsSync } from 'node:fs';
import process from 'node:process';

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** null where there is none; said aloud, for what is not tested should be known. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = CHROMIUM.find((path) => existsSync(path));
  if (executablePath) return chromium.launch({ executablePath, args: FLAGS });
  process.stderr.write(`The pages are not tested in a browser: there is none of ${CHROMIUM.join(', ')}.\n`);
  return null;
}

export interface WatchedPage {
  readonly page: Page;
  /** What went wrong in it: errors, what its policy forbade, requests to anybody but the service. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/**
 * @param url of the service
 * @param path of the page
 */
export async function openPage(
  browser: Browser,
  url: string,
  options: ContextOptions = {},
  path = '/visualizer/',
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-US', ...options });
  const faults: string[] = [];
  await watchPolicy(context, faults);
  const page = await context.newPage();
  // Enough for a busy machine, and less than a test may take.
  page.setDefaultTimeout(60_000);
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== url) {
      faults.push(`foreign request: ${request.url()}`);
    }
  });
  await page.goto(url + path);
  return { page, faults, close: () => context.close() };
}

async function watchPolicy(context: BrowserContext, faults: string[]): Promise<void> {
  await context.exposeFunction('tellViolation', (directive: string) => void faults.push(`policy: ${directive}`));
  await context.addInitScript(`
    document.addEventListener('securitypolicyviolation', (event) => tellViolation(event.violatedDirective));
  `);
}
