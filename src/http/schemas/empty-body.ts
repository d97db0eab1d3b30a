/** A body that says nothing: none at all, or `{}`. */

import { z } from 'zod';

export const emptyBodySchema = z
  .strictObject({}, 'The body must be empty or {}, without members')
  .optional()
  .meta({ description: 'Empty, or {}.' });
