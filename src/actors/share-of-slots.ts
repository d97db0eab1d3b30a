/** How many runs recovery may have at a time: never all slots, so that callers are not refused for as long as it lasts. */

const SHARE = 0.8;

export interface Share {
  /** Resolves once one more run is within the share. For one caller, who takes before it asks again. */
  free(): Promise<void>;
  /** Counts a run until it ends. */
  take(ended: Promise<void>): void;
}

/** At least one. */
export function openShare(maxRunning: number): Share {
  const most = Math.ceil(maxRunning * SHARE);
  let taken = 0;
  let freed = Promise.withResolvers<void>();
  const give = () => {
    taken -= 1;
    freed.resolve();
    freed = Promise.withResolvers();
  };
  return {
    async free() {
      if (taken >= most) await freed.promise;
    },
    take(ended) {
      taken += 1;
      void ended.then(give);
    },
  };
}
