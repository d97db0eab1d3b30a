/** The limits that the routes keep, as the settings say. */

import type { HttpConfig } from '../../config/http-config.ts';
import type { Rooms } from '../rooms.ts';
import { openStreams } from './streams.ts';

export type LimitSettings = Pick<HttpConfig, 'limits'>;

export type LimitedRooms = Pick<Rooms, 'maxBodyBytes' | 'streams'>;

export function openLimits({ limits }: LimitSettings): LimitedRooms {
  return { maxBodyBytes: limits.maxBodyBytes, streams: openStreams(limits.maxStreams) };
}
