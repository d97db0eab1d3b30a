/** `npm run prepare`, and the end of each `npm install`: builds the pages where the development packages are there. */

import { join } from 'node:path';
import process from 'node:process';

/** Each is a folder of the project. */
const PAGES = ['visualizer', 'api-page'];

try {
  const { build } = await import('vite');
  for (const page of PAGES) {
    const root = join(import.meta.dirname, '..', page);
    await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  }
} catch (error) {
  if (!isMissing(error)) throw error;
  process.stdout.write('The pages are not built: vite is not installed. The service works without them.\n');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
