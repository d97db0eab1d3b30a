/** The file name of a run's journal. */

/** Ids of runs are UUIDs of version 7. */
const RUN = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const ENDING = '.journal.ndjson';

export function journalName(run: string): string {
  return `${run}${ENDING}`;
}

/** The run whose journal it is; null for any other file. */
export function runOf(fileName: string): string | null {
  const run = fileName.slice(0, -ENDING.length);
  return isRunId(run) && fileName === journalName(run) ? run : null;
}

export function isRunId(text: string): boolean {
  return RUN.test(text);
}
