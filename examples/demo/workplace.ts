/** The folder in which the demo's service and shop live; closing it ends the shop and removes the folder. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { NewTask } from './service-client.ts';
import { stopShop } from './shop.ts';

export interface Workplace extends AsyncDisposable {
  readonly folder: string;
  readonly shopDir: string;
  readonly task: NewTask;
}

export async function openWorkplace(): Promise<Workplace> {
  const task = JSON.parse(await readFile(join(import.meta.dirname, '../shop/task.json'), 'utf8')) as NewTask;
  const folder = await mkdtemp(join(tmpdir(), 'tms-init-demo-'));
  const shopDir = join(folder, 'shop');
  return {
    folder,
    shopDir,
    task,
    async [Symbol.asyncDispose]() {
      await stopShop(shopDir);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
