/** Makes the OpenAPI document of the routes. */

import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';

import { readServiceVersion } from '../../platform/service-version.ts';
import { BASE, type Route } from '../routes/route.ts';
import type { ApiDocument } from './api-document.ts';
import { addGeneralHeaders, GENERAL_HEADERS, IF_NONE_MATCH } from './general-headers.ts';

export function describeRoutes(routes: readonly Route[]): ApiDocument {
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'tms-init',
      version: readServiceVersion(),
      description: 'Runs initialisation tasks: ordered lists of steps, each a script, in the background and resumable.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that this document was read from.' }],
    tags: TAGS,
    components: {
      securitySchemes: { token: TOKEN },
      headers: GENERAL_HEADERS,
      parameters: { IfNoneMatch: IF_NONE_MATCH },
    },
    paths: pathsOf(routes),
  });
  addGeneralHeaders(document);
  return document;
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { method, path, access, operation } of routes) {
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    // The role that is needed at least.
    const security = access === 'open' ? [] : [{ token: [access] }];
    paths[template] = { ...paths[template], [method]: { tags: [tagOf(path)], ...operation, security } };
  }
  return paths;
}

const TAGS = [
  { name: 'Tasks', description: 'Create, execute, follow, cancel, mend and delete tasks.' },
  { name: 'Statechart', description: 'The machine that every run goes through.' },
  { name: 'Service', description: 'The health of the service, and its pages.' },
];

function tagOf(path: string): string {
  if (path.startsWith(`${BASE}/tasks`)) return 'Tasks';
  return path.startsWith(BASE) ? 'Statechart' : 'Service';
}

const TOKEN = {
  type: 'http',
  scheme: 'bearer',
  description:
    'Needed where the service has a TOKENS_FILE. Roles: read, operate (also execute, cancel, resolve), author (also create, mend, delete).',
} as const;
