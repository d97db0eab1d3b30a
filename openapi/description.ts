/** The description of the API, without a service that is asked for it. */

import type { ApiDocument } from '../src/http/description/api-document.ts';
import { describeRoutes } from '../src/http/description/describe-routes.ts';
import { allRoutes } from '../src/http/routes/routes.ts';
import { unusedRooms } from '../test/support/unused-rooms.ts';

export function describeApi(): ApiDocument {
  return describeRoutes(allRoutes(unusedRooms()));
}
