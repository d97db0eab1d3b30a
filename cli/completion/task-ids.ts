/** The line of shell by which completions get the ids of tasks from the service. */

/** Only ids of plain characters: any other one would have to be quoted, and might do something in a shell. */
export const TASK_IDS = String.raw`tms-init list --limit 200 --json 2>/dev/null | sed -n 's/^ *"taskId": "\([A-Za-z0-9][A-Za-z0-9._@+-]*\)",\{0,1\}$/\1/p'`;
