/** A service that is asked by tms-init: with its embedded database, in folders of its own. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Called, type Ended, tmsInit } from './command-line.ts';
import { openEmbedded } from './service-databases.ts';
import {
  makeServiceFolders,
  type ServiceFolders,
  type ServiceProcess,
  startServiceProcess,
} from './service-process.ts';

export interface AskedService {
  readonly service: ServiceProcess;
  readonly folders: ServiceFolders;
  /** Runs tms-init for it. */
  ask(words: readonly string[], called?: Called): Promise<Ended>;
  /** Writes a file into its folder, in which its scripts run, and gives its path. */
  write(name: string, content: string): Promise<string>;
  close(): Promise<void>;
}

export async function openAskedService(settings: Record<string, string> = {}): Promise<AskedService> {
  const folders = await makeServiceFolders();
  await openEmbedded(folders);
  const service = await startServiceProcess(folders, settings);
  return {
    service,
    folders,
    ask: (words, called = {}) => tmsInit(words, { url: service.url, ...called }),
    async write(name, content) {
      const path = join(folders.root, name);
      await writeFile(path, content, { mode: 0o600 });
      return path;
    },
    async close() {
      await service.end('SIGTERM');
      await folders.remove();
    },
  };
}

/** A script that waits for a file in the folder of the service. */
export const untilFile = (name: string) => `until [ -e '${name}' ]; do sleep 0.05; done`;
