/** GET /visualizer/ and GET /docs/: the pages for people, and the shorter paths that lead there. */

import type { Rooms } from '../rooms.ts';
import { lead, type Page, pageRoutes } from './page-routes.ts';
import type { Route } from './route.ts';

export function getPages({ pageFolder }: Pick<Rooms, 'pageFolder'>): readonly Route[] {
  const visualizer: Page = {
    path: '/visualizer/',
    built: 'visualizer',
    folder: pageFolder,
    name: 'the visualizer',
    summary: 'Watch and debug tasks in a browser',
    operationId: 'getVisualizer',
  };
  const docs: Page = {
    path: '/docs/',
    built: 'api-page',
    folder: pageFolder,
    name: 'the page of the API',
    summary: 'Read and try the API in a browser',
    operationId: 'getDocs',
  };
  return [
    lead('/', visualizer, 'leadFromRoot'),
    lead('/visualizer', visualizer, 'leadToVisualizer'),
    ...pageRoutes(visualizer),
    lead('/docs', docs, 'leadToDocs'),
    ...pageRoutes(docs),
  ];
}
