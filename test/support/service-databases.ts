/** Runs the same service tests on both databases. */

import { join } from 'node:path';

import { copyEmbeddedTemplate } from './embedded-template.ts';
import { createTestDatabase } from './postgres.ts';
import type { ServiceFolders } from './service-process.ts';

export interface ServiceDatabase {
  /** What the service is told. */
  readonly settings: Record<string, string>;
  close(): Promise<void>;
}

export type OpenServiceDatabase = (folders: ServiceFolders) => Promise<ServiceDatabase>;

export type ServiceDatabaseKind = 'PostgreSQL' | 'the embedded database';

export function servicesOnBothDatabases(suite: (open: OpenServiceDatabase, kind: ServiceDatabaseKind) => void): void {
  describe('on PostgreSQL', () => suite(openPostgres, 'PostgreSQL'));
  describe('on the embedded database', () => suite(openEmbedded, 'the embedded database'));
}

/** A fresh database on the server of this test run. */
export async function openPostgres(): Promise<ServiceDatabase> {
  const database = await createTestDatabase();
  return {
    settings: { DATABASE_URL: database.url, CREATE_TABLES: 'auto' },
    close: () => database.drop(),
  };
}

/** In the service's own folders. */
export async function openEmbedded({ root }: Pick<ServiceFolders, 'root'>): Promise<ServiceDatabase> {
  await copyEmbeddedTemplate(join(root, 'data'));
  return { settings: {}, close: () => Promise.resolve() };
}
