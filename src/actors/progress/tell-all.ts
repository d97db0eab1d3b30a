/** One follower that tells several. */

import type { RunFollower } from './follow-runs.ts';

export function tellAll(...followers: readonly RunFollower[]): RunFollower {
  return {
    begun: (begin, state) => followers.forEach((follower) => follower.begun(begin, state)),
    taken: (transition) => followers.forEach((follower) => follower.taken(transition)),
    ended: (ending, rows) => followers.forEach((follower) => follower.ended(ending, rows)),
  };
}
