/** What keeps somebody from using a page, as the rules of accessibility have it. */

import axe from 'axe-core';

import type { Page } from 'playwright-core';

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** @param only these rules; all where it is left out */
export async function seriousFaults(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  // As an evaluation of the debugger, which no policy of the page forbids.
  await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(only && { runOnly: only }) };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html)
        .join(' ')
        .slice(0, 300)}`,
  );
}
