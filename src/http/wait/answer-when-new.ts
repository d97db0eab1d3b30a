/** Answers a read at once, or, where the caller has that already and would wait, as soon as there is something new. */

import type { Context } from 'koa';

import { answerJsonText, answerKnown, type KeptText } from '../answer-json.ts';
import { hasAlready } from '../has-already.ts';
import type { Rooms } from '../rooms.ts';
import type { Shown } from './shown.ts';
import { openWatcher } from './watcher.ts';

export type WaitRooms = Pick<Rooms, 'streams' | 'waits' | 'watches'>;

export interface Asked {
  readonly taskId: string;
  /** In seconds; undefined where the caller does not want to wait. */
  readonly wait: number | undefined;
  readonly shown: Shown;
}

export async function answerWhenNew(rooms: WaitRooms, ctx: Context, asked: Asked): Promise<void> {
  const known = await answerUnlessKnown(ctx, asked);
  if (known === null) return;
  const news = await findNews(rooms, ctx, asked);
  if (ctx.res.destroyed) return;
  if (news) answerJsonText(ctx, news);
  else answerKnown(ctx, known);
}

/** Null where it is answered; else the tag of what the caller has. The text itself is not kept while somebody waits. */
async function answerUnlessKnown(ctx: Context, { shown, wait }: Asked): Promise<string | null> {
  const text = await shown.read(ctx.res);
  if (wait !== undefined && isKnown(ctx, text)) return text.tag();
  answerJsonText(ctx, text);
  return null;
}

/** Null where there was none in time. */
async function findNews(rooms: WaitRooms, ctx: Context, { taskId, wait = 0, shown }: Asked): Promise<KeptText | null> {
  rooms.streams.take(ctx.res);
  const over = rooms.waits.begin(ctx.res, wait * 1000);
  const watcher = openWatcher(over);
  let readAt = performance.now();
  const watch = await rooms.watches.watch(taskId, watcher);
  try {
    for (;;) {
      const news = await look();
      if (news || over.aborted) return news;
      await watcher.told();
    }
  } finally {
    watch.leave();
  }

  async function look(): Promise<KeptText | null> {
    const seen = watch.seen();
    const text = watcher.isGone() ? null : shown.of(seen);
    if (text && isKnown(ctx, text)) return null;
    // What a watch shows is up to a second old: the caller may know more.
    if (text && watch.seenAt() > readAt) return text;
    const read = await shown.read(ctx.res);
    readAt = performance.now();
    return isKnown(ctx, read) ? null : read;
  }
}

function isKnown(ctx: Context, { tag }: KeptText): boolean {
  return hasAlready(ctx, `"${tag()}"`);
}
