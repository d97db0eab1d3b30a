/** GET /visualizer/: the page on which people watch tasks. It holds no data: what it shows it asks the API for. */

import { join } from 'node:path';

import type { Context } from 'koa';
import { z } from 'zod';

import { PROJECT } from '../../platform/project-files.ts';
import { hasAlready } from '../has-already.ts';
import { keepBuiltPage, type PageFile } from '../pages/built-page.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import { UNBUILT_PAGE } from '../pages/unbuilt-page.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import type { Rooms } from '../rooms.ts';
import { notModified, problemAnswers } from './described.ts';
import type { Route } from './route.ts';

const PAGE = '/visualizer/';
const FILE_TYPES = ['text/javascript', 'text/css', 'image/svg+xml', 'text/html'];
const BUILT = join(PROJECT, 'dist/visualizer');

/** The page and the files it is made of. */
export function getPage({ pageFolder = BUILT }: Rooms): readonly Route[] {
  const readPage = keepBuiltPage(pageFolder);
  const show: Route = {
    method: 'get',
    path: PAGE,
    access: 'open',
    operation: {
      operationId: 'getVisualizer',
      summary: 'Watch and debug tasks in a browser',
      responses: { 200: textAnswer('A page for people.', ['text/html']), ...notModified, ...problemAnswers() },
    },
    handlers: [
      pageHeaders,
      async (ctx) => {
        const page = (await readPage())?.get('index.html') ?? unbuilt();
        answerFile(ctx, page, 'no-cache');
      },
    ],
  };
  const file: Route = {
    method: 'get',
    path: `${PAGE}:file`,
    access: 'open',
    operation: {
      operationId: 'getVisualizerFile',
      summary: 'Read a file of the visualizer',
      requestParams: { path: z.object({ file: z.string().meta({ example: 'index.html' }) }) },
      responses: {
        200: textAnswer('A script, a style sheet, a picture, or the page.', FILE_TYPES),
        ...notModified,
        ...problemAnswers('not-found'),
      },
    },
    handlers: [
      pageHeaders,
      async (ctx) => {
        const found = (await readPage())?.get(ctx.params['file'] ?? '');
        if (!found) throw new HttpProblem('not-found', 'The visualizer has no file of this name.');
        // Its name has a hash of its content.
        answerFile(ctx, found, 'public, max-age=31536000, immutable');
      },
    ],
  };
  return [show, file];
}

/** The shorter paths that lead to the page. */
export function leadToPage(): readonly Route[] {
  return [lead('/', 'leadFromRoot'), lead('/visualizer', 'leadToVisualizer')];
}

function lead(path: string, operationId: string): Route {
  return {
    method: 'get',
    path,
    access: 'open',
    operation: {
      operationId,
      summary: 'Leads to the visualizer',
      responses: {
        302: { description: `To ${PAGE}.`, headers: z.object({ Location: z.literal(PAGE) }) },
        ...problemAnswers(),
      },
    },
    handlers: [
      (ctx) => {
        ctx.redirect(PAGE);
        // Instead of Koa's words about it, which no browser shows.
        ctx.body = '';
      },
    ],
  };
}

function answerFile(ctx: Context, { type, body, tag }: PageFile, keeping: string): void {
  ctx.set({ ETag: `"${tag}"`, 'Cache-Control': keeping });
  ctx.status = hasAlready(ctx, `"${tag}"`) ? 304 : 200;
  if (ctx.status === 304) return;
  ctx.type = type;
  ctx.body = body;
}

function unbuilt(): PageFile {
  return { type: 'text/html; charset=utf-8', body: Buffer.from(UNBUILT_PAGE), tag: 'unbuilt' };
}

function textAnswer(description: string, types: readonly string[]) {
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema: z.string() }])) };
}
