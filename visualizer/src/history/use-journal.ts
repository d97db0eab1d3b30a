/** The journal of a run; null until then, and where none is asked for. */

import { useEffect, useState } from 'preact/hooks';

import { taskPath } from '../api/paths.ts';
import { type Fault, faultOf } from '../api/problem.ts';
import { request } from '../api/request.ts';
import type { RunHistory } from './move.ts';
import { readJournal } from './read-journal.ts';

export interface JournalOf {
  readonly taskId: string;
  readonly run: string | null;
  /** It is read again when this changes. */
  readonly version: string;
  readonly onFault: (fault: Fault) => void;
}

export function useJournal({ taskId, run, version, onFault }: JournalOf): RunHistory | null {
  const [journal, setJournal] = useState<{ readonly run: string; readonly history: RunHistory } | null>(null);
  useEffect(() => {
    if (run === null) return;
    const shown = new AbortController();
    request(`${taskPath(taskId)}/runs/${encodeURIComponent(run)}`, { signal: shown.signal })
      .then((response) => response.text())
      .then((text) => setJournal({ run, history: readJournal(text) }))
      .catch((error: unknown) => {
        if (!shown.signal.aborted) onFault(faultOf(error));
      });
    return () => shown.abort();
  }, [taskId, run, version]);
  return journal?.run === run ? (journal?.history ?? null) : null;
}
