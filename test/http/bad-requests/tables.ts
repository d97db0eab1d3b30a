/** All bad requests, by what is wrong with them. */

import { doors } from './doors.ts';
import { framing } from './framing.ts';
import { headers } from './headers.ts';
import { json } from './json.ts';
import { mediaTypes } from './media-types.ts';
import { newTask } from './new-task.ts';
import { paths } from './paths.ts';
import { queries } from './queries.ts';
import { requestLine } from './request-line.ts';
import type { Row } from './row.ts';
import { stepChange } from './step-change.ts';

export const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'where it ends': framing,
  'its first line': requestLine,
  'its headers': headers,
  'its host, its origin or the answer it wants': doors,
  'its path': paths,
  'its query': queries,
  'the type or the encoding of its body': mediaTypes,
  'its JSON': json,
  'the task in it': newTask,
  'what it changes of a step': stepChange,
};
