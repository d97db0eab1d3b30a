/** The limits that the routes keep, as the settings say. */

import type { HttpConfig } from '../../config/http-config.ts';
import type { Rooms } from '../rooms.ts';
import type { ConnectionLimits } from './connections.ts';
import { openRate } from './rate.ts';
import { openStreams } from './streams.ts';

export interface LimitSettings extends Pick<HttpConfig, 'executeRate' | 'wrongTokenRate'> {
  readonly limits: HttpConfig['limits'] & Pick<ConnectionLimits, 'untakenMs'>;
}

export type LimitedRooms = Pick<Rooms, 'maxBodyBytes' | 'streams' | 'rates'>;

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

export function openLimits({ limits, executeRate, wrongTokenRate }: LimitSettings): LimitedRooms {
  return {
    maxBodyBytes: limits.maxBodyBytes,
    streams: openStreams(limits.maxStreams, limits.untakenMs),
    rates: {
      execute: executeRate === null ? null : openRate(executeRate, SECOND_MS),
      wrongTokens: wrongTokenRate === null ? null : openRate(wrongTokenRate, MINUTE_MS),
    },
  };
}
