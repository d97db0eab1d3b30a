/** Answers with a log as it is written: server-sent events, until the step has ended. */

import type { Context } from 'koa';

import type { Rooms } from '../rooms.ts';
import { type AskedLog, type FollowRooms, LogFollower } from './follow-log.ts';

type AnsweringRooms = FollowRooms & Pick<Rooms, 'streams' | 'eventStreams'>;

export async function answerFollow(
  ctx: Context,
  rooms: AnsweringRooms,
  asked: Omit<AskedLog, 'comesBackTo'>,
): Promise<void> {
  const follower = new LogFollower(rooms, { ...asked, comesBackTo: offsetOf(ctx.get('Last-Event-ID')) });
  try {
    await follower.prepare(ctx.res);
    if (ctx.method === 'HEAD') {
      ctx.status = 200;
      ctx.type = 'text/event-stream';
      await follower.leave();
      return;
    }
    rooms.streams.take(ctx.res);
    follower.begin(rooms.eventStreams.begin(ctx));
  } catch (error) {
    await follower.leave();
    throw error;
  }
}

/** Null for what is no offset. */
function offsetOf(lastEventId: string): number | null {
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
}
