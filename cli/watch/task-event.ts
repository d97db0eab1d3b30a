/** The events of a task, as far as the command line reads them. */

import type { EventSourceMessage } from 'eventsource-parser';

import type { Step, Task } from '../api/answers.ts';

export type TaskEvent =
  | { readonly name: 'snapshot'; readonly data: SnapshotData }
  | { readonly name: 'step'; readonly data: { readonly step: Step } }
  | { readonly name: 'task'; readonly data: { readonly task: Task } }
  | { readonly name: 'end'; readonly data: EndData }
  /** Told to programs only; a newer service may tell more. */
  | { readonly name: 'other'; readonly event: string; readonly data: object };

export interface SnapshotData {
  /** null: none runs where it was asked. */
  readonly run: { readonly run: string; readonly startedAt: string; readonly firstStep: number | null } | null;
  readonly task: Task;
  readonly steps: readonly Step[];
}

export interface EndData {
  readonly end: string;
  readonly why?: string | null;
  /** Left out where the task is no longer there. */
  readonly task?: Task;
}

export const END = 'end';

export function readEvent({ event = 'message', data }: EventSourceMessage): TaskEvent {
  const read: unknown = JSON.parse(data);
  switch (event) {
    case 'snapshot':
      return { name: event, data: read as SnapshotData };
    case 'step':
      return { name: event, data: read as { readonly step: Step } };
    case 'task':
      return { name: event, data: read as { readonly task: Task } };
    case END:
      return { name: 'end', data: read as EndData };
    default:
      return { name: 'other', event, data: read as object };
  }
}
