/** How long the service waits for what is about to end, for those who want the slot or the claim of a task. */

/** How long an execute, a cancel or an intervention waits for a run that is about to end. */
export const ENDING_PATIENCE_MS = 2000;

/** Between two looks at a task whose run on another instance is about to end. */
export const ELSEWHERE_PAUSE_MS = 50;
