/** What an intervention is, and what it needs of the service. */

import type { Journals } from '../../journal/open-journals.ts';
import type { Logger } from '../../logger.ts';
import type { Claim } from '../../persistence/claims/claims.ts';
import type { Persistence } from '../../persistence/persistence.ts';
import type { Scripts } from '../../scripts/scripts.ts';

/** Is done under the claim of the task. `null`: somebody has changed or locked a row meanwhile, so do all of it again. */
export type Intervention<T> = (claim: Claim) => Promise<Done<T> | null>;

export interface Done<T> {
  readonly result: T;
}

export interface InterventionRooms {
  readonly persistence: Pick<Persistence, 'readTask' | 'readStep'>;
  readonly scripts: Pick<Scripts, 'fence' | 'place'>;
  readonly journals: Pick<Journals, 'written'>;
  readonly logDir: string;
  readonly logger: Logger;
  readonly timing: {
    /** How long a run waits before it takes over what another host left behind; 0 where there is no other host. */
    readonly takeoverDelayMs: number;
  };
}
