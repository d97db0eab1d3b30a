/** A body that says nothing: none at all, or `{}`. */

import { z } from 'zod';

/** Room for white space; what is larger is refused before anything reads what it holds. */
export const MOST_EMPTY_BODY_BYTES = 1024;

export const emptyBodySchema = z
  .strictObject({}, 'The body must be empty or {}, without members')
  .optional()
  .meta({ description: 'Empty, or {}.' });
