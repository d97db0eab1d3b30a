/** The id of a task, in the path and in bodies. */

import { text } from './text.ts';

const MOST_CHARACTERS = 64;

/** No control, format, private or unassigned characters, no separators of lines, and neither slash. */
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}/\\]*$/u;

/** They would make two ids look the same; a variation selector makes an emoji of a character. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}--[\uFE00-\uFE0F]]/v;

export const taskIdSchema = text(1, MOST_CHARACTERS)
  .refine((id) => PRINTABLE.test(id), 'must have only printable characters, and neither / nor \\')
  .refine((id) => !INVISIBLE.test(id), 'must not have characters that nobody sees')
  .refine((id) => id.trim() === id, 'must not begin or end with a space')
  .refine((id) => id !== '.' && id !== '..', 'must not be . or ..')
  .meta({
    description: '1 to 64 printable characters, without / and \\, without spaces at either end.',
    minLength: 1,
    maxLength: MOST_CHARACTERS,
    example: 'setup-shop',
  });
