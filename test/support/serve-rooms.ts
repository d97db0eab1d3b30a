/** The routes on a port of their own, on whatever rooms a test gives them. */

import Koa from 'koa';

import { answerProblems } from '../../src/http/problems/answer-problems.ts';
import type { Rooms } from '../../src/http/rooms.ts';
import { createRouter } from '../../src/http/router.ts';
import type { HttpServer } from '../../src/http/server.ts';
import { silentLogger } from './silent-logger.ts';
import { listenAsUsual } from './usual-http.ts';

export function serveRooms(rooms: Rooms): Promise<HttpServer> {
  const app = new Koa();
  app.use(answerProblems(silentLogger));
  app.use(createRouter(rooms).routes());
  return listenAsUsual(app);
}
