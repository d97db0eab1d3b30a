/** Headers that keep an answer from being taken for anything else than it is. */

import helmet from 'koa-helmet';

/**
 * No answer but the pages is meant to be shown, so nothing in one may load, run or send anything, also where a browser is led
 * to open it. Strict-Transport-Security is for whoever ends TLS before the service, which speaks plain HTTP.
 */
export const secureHeaders = helmet({
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
