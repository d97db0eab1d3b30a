/** The HTTP application: the order in which a request is met, and the routes. */

import Koa from 'koa';

import type { HttpConfig } from '../config/http-config.ts';
import type { Logger } from '../logger.ts';
import { audit } from './access/audit.ts';
import { openEventFeeds } from './events/event-feeds.ts';
import { openTaskWatches } from './events/task-watches.ts';
import { countRequests, openRequestCounts } from './metrics/request-counts.ts';
import { limitWaitingAnswers } from './load/waiting-answers.ts';
import { type LimitedRooms, type LimitSettings, openLimits } from './load/open-limits.ts';
import { answerProblems } from './problems/answer-problems.ts';
import { checkHost } from './requests/check-host.ts';
import { checkMessage } from './requests/check-message.ts';
import { checkOrigin } from './requests/check-origin.ts';
import { checkRequest } from './requests/check-request.ts';
import { checkUrl } from './requests/check-url.ts';
import { identify } from './requests/identify.ts';
import { shareWithOrigins } from './requests/share-with-origins.ts';
import { unmatched } from './requests/unmatched.ts';
import type { Rooms } from './rooms.ts';
import { createRouter } from './router.ts';
import { secureHeaders } from './secure-headers.ts';
import { keepStepTexts } from './tasks/step-texts.ts';
import { keepShown } from './wait/keep-shown.ts';

const POLL_MS = 1000;

/** What the application is made of; nothing is opened here, and nothing has to be closed. */
export type HttpParts = Omit<Rooms, keyof LimitedRooms | 'stepTexts' | 'shown' | 'watches' | 'feeds' | 'requests'> &
  LimitSettings &
  Pick<HttpConfig, 'allowedHosts' | 'allowedOrigins'> &
  Partial<Looks>;

interface Looks {
  /** How often the rows of a task that is followed but does not run here are read. */
  readonly pollMs: number;
}

export function createHttpApp(parts: HttpParts): Koa {
  const app = new Koa();
  const { allowedHosts, allowedOrigins, pollMs = POLL_MS } = parts;
  const requests = openRequestCounts();
  const limited = { ...parts, ...openLimits(parts), stepTexts: keepStepTexts(parts.mask), requests };
  const watches = openTaskWatches(limited, pollMs);
  const feeds = openEventFeeds(watches, limited);
  const router = createRouter({ ...limited, watches, feeds, shown: keepShown(limited) });
  app.on('error', (error: unknown) => reportBrokenAnswer(parts.logger, error));
  app.use(countRequests(requests));
  app.use(identify(parts.logger));
  app.use(audit(parts.logger));
  app.use(secureHeaders());
  if (allowedOrigins.length > 0) app.use(shareWithOrigins(allowedOrigins));
  app.use(answerProblems(parts));
  app.use(limitWaitingAnswers(limited.waitingAnswers));
  app.use(checkRequest(checkMessage, checkUrl, checkHost(allowedHosts), checkOrigin(allowedOrigins)));
  app.use(router.routes());
  app.use(unmatched(router));
  return app;
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
