/** Headers that keep an answer from being taken for anything else than it is. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import helmet from 'helmet';
import type { Context, Middleware, Next } from 'koa';

/**
 * No answer but the pages is meant to be shown, so nothing in one may load, run or send anything, also where a browser is led
 * to open it. Strict-Transport-Security is for whoever ends TLS before the service, which speaks plain HTTP.
 */
const protect = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      sandbox: [],
    },
  },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
});

/** They are the same for every answer, so they are made once. */
export function secureHeaders(): Middleware {
  const headers = headersOfHelmet();
  return (ctx: Context, next: Next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}

function headersOfHelmet(): readonly (readonly [string, string])[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  protect(request, response, () => undefined);
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]);
}
