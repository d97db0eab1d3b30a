/** `npm run prepare`, and the end of each `npm install`: builds the page where the development packages are there. */

import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '../visualizer');

try {
  const { build } = await import('vite');
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
} catch (error) {
  if (!isMissing(error)) throw error;
  process.stdout.write('The visualizer is not built: vite is not installed. The service works without it.\n');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
