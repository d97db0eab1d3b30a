/** The routes of a page for people that was built of files. It holds no data: what it shows it asks the API for. */

import { join } from 'node:path';

import type { Context } from 'koa';
import { z } from 'zod';

import { PROJECT } from '../../platform/project-files.ts';
import { hasAlready } from '../has-already.ts';
import { keepBuiltPage, type PageFile } from '../pages/built-page.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import { unbuiltPage } from '../pages/unbuilt-page.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import { notModified, problemAnswers } from './described.ts';
import type { Route } from './route.ts';

const FILE_TYPES = ['text/javascript', 'text/css', 'image/svg+xml', 'text/html'];

const PAGE_FILE = 'index.html';

export interface Page {
  /** With a slash at its end. */
  readonly path: string;
  /** Where it is built, in `dist/`. */
  readonly built: string;
  /** In the place of that one. */
  readonly folder: string | undefined;
  /** As sentences say it. */
  readonly name: string;
  readonly summary: string;
  readonly operationId: string;
}

/** The page and the files it is made of. */
export function pageRoutes({ path, built, folder, name, summary, operationId }: Page): readonly Route[] {
  const readPage = keepBuiltPage(folder ?? join(PROJECT, 'dist', built));
  const show: Route = {
    method: 'get',
    path,
    access: 'open',
    operation: {
      operationId,
      summary,
      responses: { 200: textAnswer('A page for people.', ['text/html']), ...notModified, ...problemAnswers() },
    },
    handlers: [
      pageHeaders,
      async (ctx) => answerFile(ctx, (await readPage())?.get(PAGE_FILE) ?? unbuilt(name), 'no-cache'),
    ],
  };
  const file: Route = {
    method: 'get',
    path: `${path}:file`,
    access: 'open',
    operation: {
      operationId: `${operationId}File`,
      summary: `Read a file of ${name}`,
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
        if (!found) throw new HttpProblem('not-found', `There is no file of this name in ${name}.`);
        // The name has a hash of the content, but for that of the page itself.
        const isPage = ctx.params['file'] === PAGE_FILE;
        answerFile(ctx, found, isPage ? 'no-cache' : 'public, max-age=31536000, immutable');
      },
    ],
  };
  return [show, file];
}

/** A shorter path that leads to a page. */
export function lead(from: string, { path, name }: Page, operationId: string): Route {
  return {
    method: 'get',
    path: from,
    access: 'open',
    operation: {
      operationId,
      summary: `Leads to ${name}`,
      responses: {
        302: { description: `To ${path}.`, headers: z.object({ Location: z.literal(path) }) },
        ...problemAnswers(),
      },
    },
    handlers: [
      (ctx) => {
        ctx.redirect(path);
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

function unbuilt(name: string): PageFile {
  return { type: 'text/html; charset=utf-8', body: Buffer.from(unbuiltPage(name)), tag: 'unbuilt' };
}

function textAnswer(description: string, types: readonly string[]) {
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema: z.string() }])) };
}
