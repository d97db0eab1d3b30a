/** Shows a run as it was after some of its moves; after the last one, as it is and will be. */

import { adjust } from '../routing/place.ts';

export function goToMove(count: number, length: number): void {
  adjust({ t: count >= length ? null : Math.max(0, count) });
}
