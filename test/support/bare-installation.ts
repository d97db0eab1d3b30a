/** A copy of the service as `npm ci --ignore-scripts` leaves it: with nothing built. */

import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../..');

export interface BareInstallation {
  readonly folder: string;
  /** For its processes: what Node compiles of a copy is of no use to the next run of the tests. */
  readonly settings: Record<string, string>;
  remove(): Promise<void>;
}

export async function makeBareInstallation(): Promise<BareInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'tms-init-test-bare-'));
  for (const name of ['package.json', 'src']) await cp(join(PROJECT, name), join(folder, name), { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  const settings = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  return { folder, settings, remove: () => rm(folder, { recursive: true }) };
}
