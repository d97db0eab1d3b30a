/** HTTP as it is where no setting says otherwise, but on a free port of this machine. */

import type Koa from 'koa';

import { readConfig } from '../../src/config.ts';
import { type HttpServer, listen } from '../../src/http/server.ts';
import { silentLogger } from './silent-logger.ts';

export const usualHttp = { ...readConfig({}).http, port: 0 };

export function listenAsUsual(app: Koa): Promise<HttpServer> {
  return listen(app, { ...usualHttp, logger: silentLogger });
}
