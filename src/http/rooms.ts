/** What the HTTP room needs of the others. */

import type { Runs } from '../actors/runs.ts';
import type { Reach } from '../failpoints/failpoint.ts';
import type { JournalReader } from '../journal/journal-reader.ts';
import type { Logger } from '../logger.ts';
import type { Claims } from '../persistence/claims/claims.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { LogReader } from '../scripts/log-reader.ts';
import type { Mask } from '../platform/mask-secrets.ts';
import type { Shared } from '../platform/share-waiting.ts';
import type { TokenBook } from './access/token-book.ts';
import type { EventStreams } from './events/event-streams.ts';
import type { TaskFeeds } from './events/task-feed.ts';
import type { TaskWatches } from './events/task-watch.ts';
import type { FileReads } from './load/file-reads.ts';
import type { Rate } from './load/rate.ts';
import type { Streams } from './load/streams.ts';
import type { Turn } from './load/turns.ts';
import type { WaitingAnswers } from './load/waiting-answers.ts';
import type { RequestCounts } from './metrics/request-counts.ts';
import type { StepTexts } from './tasks/step-texts.ts';
import type { ShownParts } from './wait/shown.ts';
import type { Waits } from './wait/waits.ts';

export interface Rooms {
  readonly persistence: Pick<
    Persistence,
    'readTask' | 'readSmallTask' | 'readStep' | 'readSummary' | 'readTasks' | 'listTasks' | 'createTask' | 'ping'
  > & {
    readonly claims: Pick<Claims, 'findOwners'>;
  };
  readonly supervisor: Runs;
  readonly logs: LogReader;
  readonly journals: JournalReader;
  readonly logger: Logger;
  /** For messages and details, whoever wrote them. */
  readonly mask: Mask;
  /** Null where nobody is asked who they are. */
  readonly tokens: TokenBook | null;
  readonly eventStreams: EventStreams;
  readonly watches: TaskWatches;
  readonly feeds: TaskFeeds;
  /** The largest body, counted after it was inflated. */
  readonly maxBodyBytes: number;
  /** Where the visualizer was built; without it, where `npm install` builds it. */
  readonly pageFolder?: string | undefined;
  readonly streams: Streams;
  /** Waited for before an answer that takes milliseconds to be made. */
  readonly turn: Turn;
  readonly fileReads: FileReads;
  readonly largeReads: Shared;
  readonly waitingAnswers: WaitingAnswers;
  readonly stepTexts: StepTexts;
  readonly shown: ShownParts;
  readonly waits: Waits;
  readonly requests: RequestCounts;
  /** Null where nothing is counted. */
  readonly rates: { readonly execute: Rate | null; readonly wrongTokens: Rate | null };
  readonly reach?: Reach | undefined;
}
