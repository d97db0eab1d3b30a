/** The rows of a task as a caller may see them. */

import type { StoredRows } from '../../domain/rows.ts';

export interface Seen<Rows> {
  readonly rows: Rows;
  /** Who runs the task; null where nobody does. */
  readonly holder: Holder | null;
}

export type SeenRows = Seen<StoredRows>;

/** The instance that runs a task. */
export interface Holder {
  /** `instance:pid:random`. */
  readonly owner: string;
  /** What the run waits for, in words; null where nothing, and where that is not known here. */
  readonly note: string | null;
}
