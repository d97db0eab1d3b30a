/** Sends one reader what is written to the log of a step, as fast as the reader takes it, until the step has ended. */

import type { ServerResponse } from 'node:http';

import { countAttempts } from '../../domain/log-path.ts';
import type { Step } from '../../domain/rows.ts';
import type { OpenLog } from '../../scripts/open-log.ts';
import type { EventStream } from '../events/event-stream.ts';
import { formatEvent, type StreamEvent } from '../events/format-event.ts';
import type { TaskWatch, TaskWatcher } from '../events/task-watch.ts';
import type { Rooms } from '../rooms.ts';
import { findStep } from '../../domain/find-step.ts';
import { findLog } from './find-log.ts';
import type { LogQuery } from './log-query.ts';
import type { LogTails } from './log-tails.ts';
import { selectByQuery } from './select-span.ts';
import { readTextPage } from './text-page.ts';

export interface FollowRooms extends Pick<Rooms, 'watches' | 'logs' | 'fileReads'> {
  readonly tails: LogTails;
}

export interface AskedLog {
  readonly taskId: string;
  readonly stepNo: number;
  readonly query: LogQuery;
  /** Where a reader who comes back goes on; null for one who is new. */
  readonly comesBackTo: number | null;
}

/** What is read at a time. */
const CHUNK_BYTES = 64 * 1024;

/** Between two looks for a log that is not there yet. */
const LOOK_MS = 200;

export class LogFollower implements TaskWatcher {
  readonly #rooms: FollowRooms;
  readonly #asked: AskedLog;
  #watch: TaskWatch | null = null;
  #log: OpenLog | null = null;
  #stream: EventStream | null = null;
  #waiting: NodeJS.Timeout | undefined;
  /** 0 before the step was started. */
  #attempt = 0;
  #offset = 0;
  #isReading = false;
  #isCalled = false;
  #isOver = false;

  constructor(rooms: FollowRooms, asked: AskedLog) {
    this.#rooms = rooms;
    this.#asked = asked;
  }

  /** Throws a Refusal or a problem where there is nothing to follow. */
  async prepare(response: ServerResponse): Promise<void> {
    this.#watch = await this.#rooms.watches.watch(this.#asked.taskId, this);
    await this.#rooms.fileReads(response, () => this.#findBegin());
  }

  async #findBegin(): Promise<void> {
    const { comesBackTo, query } = this.#asked;
    await this.#find();
    const size = this.#log ? await this.#log.size() : 0;
    this.#offset = comesBackTo ?? (await selectByQuery(this.#log, size, query)).start;
  }

  begin(stream: EventStream): void {
    this.#stream = stream;
    this.#waiting = setInterval(() => this.#log === null && this.#look(), LOOK_MS);
    stream.onEnd(() => void this.leave());
    stream.onTaken(() => this.#look());
    if (this.#log) this.#tellBegin();
    this.#look();
  }

  async leave(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#waiting);
    this.#watch?.leave();
    await this.#log?.close();
  }

  changed(): void {
    this.#look();
  }

  taken(): void {
    // Whatever it stores is told as a change.
  }

  ended(): void {
    this.#look();
  }

  gone(): void {
    this.#stream?.end();
  }

  /** Something may have changed: the log, the step, or that the reader had not taken everything. */
  #look(): void {
    this.#isCalled = true;
    if (this.#isReading || this.#stream === null) return;
    this.#isReading = true;
    // Whoever comes back is told what is wrong.
    this.#readOn(this.#stream).catch(() => this.#stream?.end());
  }

  async #readOn(stream: EventStream): Promise<void> {
    while (this.#isCalled && !this.#isOver) {
      this.#isCalled = false;
      if (this.#log === null) await this.#findLater();
      while (stream.isTaken() && (await this.#sendOn())) continue;
    }
    this.#isReading = false;
  }

  async #findLater(): Promise<void> {
    await this.#find();
    if (this.#log) this.#tellBegin();
  }

  async #find(): Promise<void> {
    const { logs, tails } = this.#rooms;
    const { taskId, query } = this.#asked;
    const opener = {
      ...logs,
      open: (logPath: string) => tails.open(logPath, () => this.#look()),
    };
    const { log, attempt } = await findLog(opener, taskId, this.#step(), query.attempt);
    this.#attempt = attempt;
    this.#log = log;
    if (this.#isOver) await log?.close();
  }

  /** Returns whether there may be more. */
  async #sendOn(): Promise<boolean> {
    // The status first: once it says that the attempt has ended, the size counts its last bytes.
    const hasEnded = this.#hasEnded();
    const content = this.#log ? await this.#readNext(this.#log, hasEnded) : '';
    if (content !== '') this.#send({ id: `${this.#offset}`, data: content });
    else if (hasEnded) await this.#end();
    return content !== '';
  }

  async #readNext(log: OpenLog, hasEnded: boolean): Promise<string> {
    const size = await log.size();
    if (size < this.#offset) this.#reset(size);
    const span = { start: this.#offset, end: Math.min(size, this.#offset + CHUNK_BYTES) };
    const { content, nextOffset } = await readTextPage(log, span, { size, grows: !hasEnded });
    this.#offset = nextOffset;
    return content;
  }

  /** Somebody emptied the log, or cut it. */
  #reset(size: number): void {
    this.#offset = 0;
    this.#send({ id: '0', event: 'reset', data: { size } });
  }

  #hasEnded(): boolean {
    const { status, logPath } = this.#step();
    return countAttempts(logPath) !== this.#attempt || (status !== 'PENDING' && status !== 'RUNNING');
  }

  #tellBegin(): void {
    this.#send({ event: 'begin', data: { attempt: this.#attempt, offset: this.#offset } });
  }

  async #end(): Promise<void> {
    const data = { attempt: this.#attempt, ...(await this.#outcome()) };
    this.#send({ id: `${this.#offset}`, event: 'end', data });
    this.#stream?.end();
  }

  /** Of an attempt that is no longer the last one only its record tells. */
  async #outcome() {
    const { status, exitCode, logPath } = this.#step();
    if (countAttempts(logPath) === this.#attempt) return { status, exitCode };
    const attempts = await this.#rooms.logs.listAttempts(this.#asked, logPath);
    const look = attempts.find(({ attempt }) => attempt === this.#attempt)?.look;
    return { status: null, exitCode: look?.state === 'whole' ? look.record.exitCode : null };
  }

  #send(event: StreamEvent): void {
    this.#stream?.send(formatEvent(event));
  }

  #step(): Step<string | null> {
    if (this.#watch === null) throw new Error('the task is not watched yet');
    return findStep(this.#watch.seen().rows, this.#asked.stepNo);
  }
}
