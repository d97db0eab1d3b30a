/**
 * What the page shows, as its address: `#/tasks?status=FAILED&q=shop&active=false` and
 * `#/tasks/<taskId>?step=3&attempt=2&view=chart&run=<run>&t=17&line=120`. Everything after the `?` may be left out.
 */

export type View = 'log' | 'chart' | 'script' | 'attempts';

export interface ListPlace {
  readonly page: 'list';
  readonly status: string | null;
  readonly q: string;
  /** Whether a service runs it now; null: either. */
  readonly active: boolean | null;
}

/** All tasks. */
export const ALL_TASKS: ListPlace = { page: 'list', status: null, q: '', active: null };

export interface TaskPlace {
  readonly page: 'task';
  readonly taskId: string;
  /** null: the page chooses, the failed or the running one first. */
  readonly step: number | null;
  /** null: the last one. */
  readonly attempt: number | null;
  readonly view: View;
  /** null: the run of now, or the last one. */
  readonly run: string | null;
  /** How many events of the run are shown; null: all, and those to come. */
  readonly t: number | null;
  /** The line of the log that is pointed at, counted from 1. */
  readonly line: number | null;
}

export type Place = ListPlace | TaskPlace;

const VIEWS: readonly View[] = ['log', 'chart', 'script', 'attempts'];

export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const values = new URLSearchParams(query);
  const taskId = /^\/tasks\/(.+)$/.exec(path)?.[1];
  if (taskId === undefined) return readList(values);
  return {
    ...taskPlace(decode(taskId)),
    step: readNumber(values.get('step')),
    attempt: readNumber(values.get('attempt')),
    view: VIEWS.find((view) => view === values.get('view')) ?? 'log',
    run: values.get('run'),
    t: readNumber(values.get('t')),
    line: readNumber(values.get('line')),
  };
}

function readList(values: URLSearchParams): ListPlace {
  // The service refuses an empty one.
  const status = values.get('status') || null;
  const active = values.get('active');
  return {
    page: 'list',
    status,
    q: values.get('q') ?? '',
    active: active === 'true' || active === 'false' ? active === 'true' : null,
  };
}

/** A task as it is shown first. */
export function taskPlace(taskId: string): TaskPlace {
  return { page: 'task', taskId, step: null, attempt: null, view: 'log', run: null, t: null, line: null };
}

export function writePlace(place: Place): string {
  if (place.page === 'list') {
    const { status, q, active } = place;
    return `#/tasks${writeQuery({ status, q: q || null, active: active === null ? null : String(active) })}`;
  }
  const { step, attempt, view, run, t, line } = place;
  const query = writeQuery({ step, attempt, view: view === 'log' ? null : view, run, t, line });
  return `#/tasks/${encodeURIComponent(place.taskId)}${query}`;
}

function writeQuery(values: Readonly<Record<string, string | number | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

function readNumber(text: string | null): number | null {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : null;
}

/** Somebody may have typed the address by hand. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
