/** The journal of a run that is over, where one is asked for. */

import { useEffect, useState } from 'preact/hooks';

import { taskPath } from '../api/paths.ts';
import { faultOf } from '../api/problem.ts';
import { request } from '../api/request.ts';
import type { TaskFeed } from '../feed/task-feed.ts';
import type { RunHistory } from './move.ts';
import { readJournal } from './read-journal.ts';

export function usePastRun(feed: TaskFeed, run: string | null): RunHistory | null {
  const [past, setPast] = useState<RunHistory | null>(null);
  const taskId = feed.task.value?.taskId;
  useEffect(() => {
    setPast(null);
    if (run === null || taskId === undefined) return;
    const shown = new AbortController();
    request(`${taskPath(taskId)}/runs/${encodeURIComponent(run)}`, { signal: shown.signal })
      .then((response) => response.text())
      .then((text) => setPast(readJournal(text)))
      .catch((error: unknown) => {
        if (!shown.signal.aborted) feed.fault.value = faultOf(error);
      });
    return () => shown.abort();
  }, [feed, taskId, run]);
  return run === null ? null : past;
}
