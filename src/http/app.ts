/** The HTTP application: the order in which a request is met, and the routes. */

import Koa from 'koa';

import type { Logger } from '../logger.ts';
import { openEventFeeds } from './events/event-feeds.ts';
import { openTaskWatches } from './events/task-watches.ts';
import { openStreams } from './load/streams.ts';
import { answerProblems } from './problems/answer-problems.ts';
import { checkHost } from './requests/check-host.ts';
import { checkOrigin } from './requests/check-origin.ts';
import { checkUrl } from './requests/check-url.ts';
import { identify } from './requests/identify.ts';
import { shareWithOrigins } from './requests/share-with-origins.ts';
import { unmatched } from './requests/unmatched.ts';
import type { Rooms } from './rooms.ts';
import { createRouter } from './router.ts';
import { secureHeaders } from './secure-headers.ts';

const MAX_BODY_BYTES = 8 * 1024 * 1024;
const MAX_STREAMS = 500;
const POLL_MS = 1000;

/** What the application is made of; nothing is opened here, and nothing has to be closed. */
export type HttpParts = Omit<Rooms, keyof Made> & Partial<Pick<Rooms, 'maxBodyBytes'> & Callers & Measures>;

/** What is made here of the other rooms. */
type Made = Pick<Rooms, 'maxBodyBytes' | 'streams' | 'feeds'>;

interface Measures {
  /** Answers that are sent piece by piece, at once. */
  readonly maxStreams: number;
  /** How often the rows of a task that is followed but does not run here are read. */
  readonly pollMs: number;
}

interface Callers {
  /** Names in small letters, besides localhost and IP addresses. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

export function createHttpApp(parts: HttpParts): Koa {
  const app = new Koa();
  const { allowedHosts = [], allowedOrigins = [] } = parts;
  const router = createRouter({ maxBodyBytes: MAX_BODY_BYTES, ...parts, ...make(parts) });
  app.on('error', (error: unknown) => reportBrokenAnswer(parts.logger, error));
  app.use(identify(parts.logger));
  app.use(secureHeaders);
  if (allowedOrigins.length > 0) app.use(shareWithOrigins(allowedOrigins));
  app.use(answerProblems(parts.logger));
  app.use(checkUrl);
  app.use(checkHost(allowedHosts));
  app.use(checkOrigin(allowedOrigins));
  app.use(router.routes());
  app.use(unmatched(router));
  return app;
}

function make({ maxStreams = MAX_STREAMS, pollMs = POLL_MS, ...rooms }: HttpParts) {
  return { streams: openStreams(maxStreams), feeds: openEventFeeds(openTaskWatches(rooms, pollMs)) };
}

/** How it shows that a client has left, which is its right. */
const CLIENT_LEFT = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECANCELED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

/** Problems are answered above; what comes here broke off while an answer was on its way. */
function reportBrokenAnswer(logger: Logger, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (CLIENT_LEFT.has(code)) logger.debug({ code }, 'http.client-left');
  else logger.error({ err: error }, 'http.failed');
}
