/** The limits that the routes keep, as the settings say. */

import type { HttpConfig } from '../../config/http-config.ts';
import { limitReads } from '../../persistence/limit-reads.ts';
import type { Rooms } from '../rooms.ts';
import type { ConnectionLimits } from './connections.ts';
import { openFileReads } from './file-reads.ts';
import { openLargeReads } from './large-reads.ts';
import { openRate } from './rate.ts';
import { openStreams } from './streams.ts';
import { openTurns } from './turns.ts';
import { openWaitingAnswers } from './waiting-answers.ts';

export interface LimitSettings extends Pick<HttpConfig, 'executeRate' | 'wrongTokenRate'>, Pick<Rooms, 'persistence'> {
  readonly limits: HttpConfig['limits'] & Pick<ConnectionLimits, 'untakenMs'>;
}

export type LimitedRooms = Pick<
  Rooms,
  'persistence' | 'maxBodyBytes' | 'streams' | 'rates' | 'turn' | 'fileReads' | 'largeReads' | 'waitingAnswers'
>;

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

export function openLimits(settings: LimitSettings): LimitedRooms {
  const { persistence, limits, executeRate, wrongTokenRate } = settings;
  return {
    persistence: limitReads(persistence),
    maxBodyBytes: limits.maxBodyBytes,
    streams: openStreams(limits.maxStreams, limits.untakenMs),
    turn: openTurns(),
    fileReads: openFileReads(),
    largeReads: openLargeReads(),
    waitingAnswers: openWaitingAnswers(),
    rates: {
      execute: executeRate === null ? null : openRate(executeRate, SECOND_MS),
      wrongTokens: wrongTokenRate === null ? null : openRate(wrongTokenRate, MINUTE_MS),
    },
  };
}
