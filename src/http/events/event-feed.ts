/** The events of one task, made once for all who read them. */

import type { RunEnding, TakenTransition } from '../../domain/run-progress.ts';
import type { Mask } from '../../platform/mask-secrets.ts';
import type { Rooms } from '../rooms.ts';
import { presentStep } from '../tasks/present-step.ts';
import { presentRows } from '../tasks/present-task.ts';
import { isLarge } from '../tasks/large-tasks.ts';
import type { SeenRows } from '../tasks/seen-rows.ts';
import type { StepTexts } from '../tasks/step-texts.ts';
import { changedRows } from './changed-rows.ts';
import { formatEvent, formatEventWith } from './format-event.ts';
import { keepRecentEvents, type RecentEvents } from './recent-events.ts';
import type { FeedReader, TaskFeed } from './task-feed.ts';
import type { TaskWatch, TaskWatcher, WatchedRun } from './task-watch.ts';

/** The id of events that nobody can come back to: those of a task that does not run here. */
const TABLE = 'table';

export type FeedRooms = Pick<Rooms, 'mask' | 'stepTexts'>;

export class EventFeed implements TaskFeed, TaskWatcher {
  readonly #watch: TaskWatch;
  readonly #mask: Mask;
  readonly #stepTexts: StepTexts;
  readonly #over: () => void;
  readonly #readers = new Set<FeedReader>();
  /** Of those who have opened it and are not done with it. */
  #holds = 0;
  #isOver = false;
  #seen: SeenRows;
  /** Of the run here, from the first reader on. */
  #recent: { readonly run: string; readonly events: RecentEvents } | null = null;

  /** The last snapshot, and what it shows. */
  #kept: { readonly id: string; readonly seen: SeenRows; readonly bytes: Buffer } | null = null;

  /** @param over called when nobody reads any more, and no run is here whose events somebody may come back to. */
  constructor(watch: TaskWatch, { mask, stepTexts, over }: FeedRooms & { readonly over: () => void }) {
    this.#watch = watch;
    this.#mask = mask;
    this.#stepTexts = stepTexts;
    this.#over = over;
    this.#seen = watch.seen();
  }

  isRunning(): boolean {
    return this.#watch.run() !== null || this.#seen.holder !== null;
  }

  isLarge(): boolean {
    return isLarge(this.#seen.rows.steps);
  }

  first(lastEventId: string): Uint8Array {
    const run = this.#watch.run();
    const missed = run ? this.#eventsOf(run).after(lastEventId) : null;
    return missed ? Buffer.from(missed.join('')) : this.#snapshot(run);
  }

  read(reader: FeedReader): () => void {
    // It ended in this very moment: the reader comes back to the next one.
    if (this.#isOver) reader.end();
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
      this.#endUnread();
    };
  }

  isOver(): boolean {
    return this.#isOver;
  }

  /** Until it is released: whoever has opened it is going to read it. */
  hold(): void {
    this.#holds += 1;
  }

  release(): void {
    this.#holds -= 1;
    this.#endUnread();
  }

  #endUnread(): void {
    if (this.#holds === 0 && this.#readers.size === 0 && this.#watch.run() === null) this.#end();
  }

  changed(seen: SeenRows): void {
    const source = this.#watch.source();
    const { isTask, steps } = changedRows(this.#seen, seen);
    this.#seen = seen;
    for (const step of steps) this.#emit('step', { source, step: presentStep(step, this.#mask) });
    if (isTask) this.#emit('task', { source, task: presentRows(seen, this.#mask) });
  }

  taken(transition: TakenTransition): void {
    this.#emit('transition', { source: 'live', run: this.#watch.run()?.begin.run, transition });
  }

  ended(ending: RunEnding): void {
    const run = this.#watch.run()?.begin.run ?? null;
    const why = ending.why && this.#mask(ending.why);
    const task = presentRows(this.#seen, this.#mask);
    const data = { source: this.#watch.source(), run, ...ending, why, task };
    this.#close(formatEvent({ id: endId(run), event: 'end', data }));
  }

  gone(): void {
    const { taskId } = this.#seen.rows.task;
    this.#close(formatEvent({ id: endId(null), event: 'end', data: { source: 'table', end: 'deleted', taskId } }));
  }

  /** Made once, however many readers come before something changes: it may be large, and wait for each of them. */
  #snapshot(run: WatchedRun | null): Buffer {
    const id = run ? this.#eventsOf(run).lastId() : TABLE;
    if (this.#kept?.id !== id || this.#kept.seen !== this.#seen) {
      this.#kept = { id, seen: this.#seen, bytes: this.#makeSnapshot(id, run) };
    }
    return this.#kept.bytes;
  }

  #makeSnapshot(id: string, run: WatchedRun | null): Buffer {
    const data = {
      source: this.#watch.source(),
      run: run && { ...run.begin, state: run.state },
      task: presentRows(this.#seen, this.#mask),
    };
    return formatEventWith({ id, event: 'snapshot', data }, 'steps', this.#stepTexts(this.#seen.rows.steps).bytes);
  }

  #emit(event: string, data: unknown): void {
    const run = this.#watch.run();
    const toText = (id: string) => formatEvent({ id, event, data });
    const text = run ? this.#eventsOf(run).add(toText) : toText(TABLE);
    for (const reader of this.#readers) reader.send(text);
  }

  #eventsOf({ begin: { run } }: WatchedRun): RecentEvents {
    if (this.#recent?.run !== run) this.#recent = { run, events: keepRecentEvents(run) };
    return this.#recent.events;
  }

  #close(last: string): void {
    for (const reader of this.#readers) {
      reader.send(last);
      reader.end();
    }
    this.#readers.clear();
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#watch.leave();
    this.#over();
  }
}

/** What the last event of a run has as its id: whoever comes back with it has missed nothing. */
export function isEndId(id: string): boolean {
  return id.endsWith(':end');
}

function endId(run: string | null): string {
  return `${run ?? TABLE}:end`;
}
