/** The OpenAPI document of the API. */

import type { createDocument } from 'zod-openapi';

export type ApiDocument = ReturnType<typeof createDocument>;
