/** Why a run is told to end before its last step, and the words for it. */

/** `cancel` somebody asked; `shutdown` the service ends; `settle` residue is only marked FAILED; `fault` our own error. */
export type Stop =
  | { readonly cause: 'cancel'; readonly by: string; readonly at: string }
  | { readonly cause: 'shutdown'; readonly at: string }
  | { readonly cause: 'settle'; readonly at: string }
  | { readonly cause: 'fault'; readonly why: string; readonly at: string };

/** The stop in words, as it stands in messages. */
export function describeStop(stop: Stop): string {
  switch (stop.cause) {
    case 'cancel':
      return `cancelled by ${stop.by}`;
    case 'shutdown':
      return 'stopped by shutdown';
    case 'settle':
      return 'settled as interrupted';
    case 'fault':
      return `internal error: ${stop.why}`;
  }
}
