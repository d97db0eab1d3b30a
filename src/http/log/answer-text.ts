/** Answers with the bytes of a log as they are, streamed from the opened file in constant memory. */

import type { Context } from 'koa';

import type { Streams } from '../load/streams.ts';
import type { Span } from './byte-range.ts';
import { endWithResponse } from './end-with-response.ts';
import type { LogQuery } from './log-query.ts';
import type { LogState } from './log-state.ts';
import { selectByQuery, selectByRange } from './select-span.ts';

/** Returns whether the log was handed over to the stream that answers, which then closes it. */
export async function answerText(
  ctx: Context,
  streams: Streams,
  { state, query }: { readonly state: LogState; readonly query: LogQuery },
): Promise<boolean> {
  const span = selectByRange(rangeHeader(ctx, query), state.size);
  if (span) ctx.set('Content-Range', `bytes ${span.start}-${span.end - 1}/${state.size}`);
  ctx.status = span ? 206 : 200;
  const { start, end } = span ?? (await selectByQuery(state.log, state.size, query));
  describe(ctx, state, end);
  if (query.download) ctx.attachment(fileName(state));
  return send(ctx, streams, { log: state.log, start, end });
}

/** The query wins over a Range; a condition on it (If-Range) never holds, for logs have no strong validator. */
function rangeHeader(ctx: Context, { offset, limit, tail }: LogQuery): string {
  const isChosen = offset !== undefined || limit !== undefined || tail !== undefined;
  return isChosen || ctx.get('If-Range') !== '' ? '' : ctx.get('Range');
}

function describe(ctx: Context, { size, grows, attempt }: LogState, nextOffset: number): void {
  ctx.type = 'text/plain; charset=utf-8';
  ctx.set({
    'Accept-Ranges': 'bytes',
    'X-Log-Size': `${size}`,
    'X-Log-Next-Offset': `${nextOffset}`,
    'X-Log-More': `${grows || nextOffset < size}`,
    'X-Log-Attempt': `${attempt}`,
  });
}

function fileName({ taskId, stepNo, attempt }: LogState): string {
  return `${taskId.replaceAll(/[\p{C}"*/:<>?\\|]/gu, '_')}.step-${stepNo}.attempt-${attempt}.log`;
}

function send(ctx: Context, streams: Streams, { log, start, end }: Span & Pick<LogState, 'log'>): boolean {
  const length = end - start;
  if (log === null || length === 0) ctx.body = '';
  else if (ctx.method === 'HEAD') ctx.length = length;
  else {
    streams.take(ctx.res);
    const stream = log.stream(start, end);
    // A log that was cut short meanwhile must break the connection: the client would wait for the rest.
    stream.once('end', () => stream.bytesRead < length && ctx.res.destroy());
    endWithResponse(stream, ctx.res);
    ctx.body = stream;
    ctx.type = 'text/plain; charset=utf-8';
    ctx.length = length;
    return true;
  }
  return false;
}
