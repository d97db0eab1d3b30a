/** Fails the test during which Node warned of something in the test's own process, such as listeners that pile up. */

import process from 'node:process';

/** What Node calls experimental is used on purpose. */
const EXPECTED = new Set(['ExperimentalWarning']);

const warnings: string[] = [];

process.on('warning', ({ name, message }) => {
  if (!EXPECTED.has(name)) warnings.push(`${name}: ${message}`);
});

export const mochaHooks = {
  afterEach(): void {
    const [warning] = warnings.splice(0);
    if (warning !== undefined) throw new Error(warning);
  },
};
