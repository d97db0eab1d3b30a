/** I7: each attempt has a log of its own, which holds every line that its script wrote, in order, and nothing else. */

import type { History } from '../history.ts';
import { deletionsOf, type Timeline } from '../timeline.ts';
import { ofRule, type Violation } from '../violation.ts';

export function checkLogs({ journal, logs, audit }: History, timeline: Timeline): readonly Violation[] {
  const deleted = deletionsOf({ audit });
  const paths = logPaths(timeline);
  const attempts = Map.groupBy(journal, ({ attemptId }) => attemptId);
  return [...attempts].flatMap(([attemptId, entries]) => {
    const taskId = entries[0]?.taskId ?? null;
    if (taskId !== null && deleted.has(taskId)) return [];
    const written = entries.filter(({ kind }) => kind === 'LINE').length;
    const fault = faultOf(logs.get(paths.get(attemptId) ?? '') ?? null, attemptId, written);
    return fault ? [ofRule('I7')(taskId, entries.at(-1)?.at ?? null, `log of ${attemptId}: ${fault}`)] : [];
  });
}

function logPaths(timeline: Timeline): ReadonlyMap<string | null, string> {
  const changes = [...timeline.values()].flat().flatMap(({ steps }) => steps);
  return new Map(changes.map(({ attemptId, new: row }) => [attemptId, row.log_path ?? '']));
}

function faultOf(log: string | null, attemptId: string, written: number): string | null {
  // Where nothing was written, the script may have been killed before its first line; the file is there all the same.
  if (log === null) return 'it is missing';
  const lines = log.split('\n').filter((line) => line.startsWith('line '));
  const foreign = lines.findIndex((line, index) => line !== `line ${index + 1} of ${attemptId}`);
  if (foreign !== -1) return `line ${foreign + 1} is ${JSON.stringify(lines[foreign])}`;
  return lines.length < written ? `${written} lines were written, ${lines.length} are there` : null;
}
