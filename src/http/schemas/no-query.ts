/** The query of a route that has no parameters. */

import { z } from 'zod';

export const noQuery = z.strictObject({});
