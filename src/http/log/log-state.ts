/** What is known of a log once its step was read and its file was opened. */

import type { OpenLog } from '../../scripts/open-log.ts';

export interface LogState {
  readonly taskId: string;
  readonly stepNo: number;
  /** Of the step. */
  readonly status: string | null;
  /** 0 where the step was never started. */
  readonly attempt: number;
  /** null where nothing was written yet. */
  readonly log: OpenLog | null;
  readonly size: number;
  /** Whether more may be written. */
  readonly grows: boolean;
}
