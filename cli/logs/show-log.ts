/** Shows a log as it is now. */

import { unreachable } from '../api/unreachable.ts';
import { Fault } from '../faults/fault.ts';
import type { Session } from '../session.ts';
import { inertJson } from '../text/inert-json.ts';
import { type LogQuery, logQuery } from './log-query.ts';
import type { LogWriter } from './log-writer.ts';

export interface AskedLog {
  readonly path: string;
  readonly query: LogQuery;
}

/** A page of a log as the API gives it, as far as it is read here. */
interface LogPage {
  readonly attempt: number;
  readonly nextOffset: number;
  readonly size: number;
}

const PAGE_BYTES = 1024 * 1024;

/** No piece for so long: the service is gone. */
const SILENCE_MS = 60_000;

export async function showLog(session: Session, asked: AskedLog, writer: LogWriter): Promise<void> {
  if (session.json) return showPages(session, asked);
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(new DOMException('silence', 'TimeoutError')), SILENCE_MS);
  const api = session.api();
  try {
    const { body } = await api.open(asked.path + logQuery(asked.query), {
      headers: { Accept: 'text/plain' },
      signal: silent.signal,
    });
    for await (const piece of body ?? []) {
      await writer.write(piece);
      timer.refresh();
    }
  } catch (error) {
    throw error instanceof Fault ? error : unreachable(api.url, error);
  } finally {
    clearTimeout(timer);
  }
  await writer.end();
}

/** Each page is a line; a log may be larger than what fits into one. */
async function showPages({ api, output }: Session, { path, query }: AskedLog): Promise<void> {
  const limit = query.tail === undefined ? { limit: String(PAGE_BYTES) } : {};
  let page = await api().get<LogPage>(path + logQuery(query, limit));
  output.lines([inertJson(page)]);
  while (page.nextOffset < page.size) {
    const next = { offset: String(page.nextOffset), limit: String(PAGE_BYTES) };
    page = await api().get<LogPage>(path + logQuery({ attempt: page.attempt }, next));
    output.lines([inertJson(page)]);
  }
}
