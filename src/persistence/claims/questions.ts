/** What instances ask each other of a task: a question to all, and the answer of whoever holds it (LISTEN and NOTIFY). */

import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import type { Logger } from '../../logger.ts';
import { withinMs } from '../unavailable.ts';
import type { Answerer, HolderState, Question } from './claims.ts';

const questionSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('cancel'), by: z.string() }),
  z.object({ ask: z.literal('join') }),
]);

const stateSchema = z.enum(['running', 'ending', 'not-running']);

const noticeSchema = z.union([
  z.object({ id: z.string(), taskId: z.string(), question: questionSchema }),
  z.object({ id: z.string(), state: stateSchema }),
]);

type Notice = z.infer<typeof noticeSchema>;

/** How long the holder may take. */
const PATIENCE_MS = 2000;

export interface Questions {
  /** `silent` where no instance answers in time. Rejects where it cannot be asked. */
  ask(taskId: string, question: Question): Promise<HolderState>;
  answerBy(answer: Answerer): void;
  /** For each notification that arrives, also those of this instance itself. */
  hear(payload: string): void;
}

export function createQuestions(notify: (payload: string) => Promise<void>, logger: Logger): Questions {
  const waiting = new Map<string, (state: HolderState) => void>();
  let answerer: Answerer | null = null;

  return {
    async ask(taskId, question) {
      const id = randomUUID();
      const { promise, resolve } = Promise.withResolvers<HolderState>();
      waiting.set(id, resolve);
      try {
        await notify(JSON.stringify({ id, taskId, question } satisfies Notice));
        return await withinMs(promise, PATIENCE_MS).catch(() => 'silent' as const);
      } finally {
        waiting.delete(id);
      }
    },
    answerBy(next) {
      answerer = next;
    },
    hear(payload) {
      const notice = parse(payload);
      if (notice === null) return;
      if ('state' in notice) waiting.get(notice.id)?.(notice.state);
      else if (!waiting.has(notice.id)) void answer(notice);
    },
  };

  async function answer({ id, taskId, question }: Extract<Notice, { question: unknown }>): Promise<void> {
    try {
      const state = await answerer?.(taskId, question);
      if (state) await notify(JSON.stringify({ id, state } satisfies Notice));
    } catch (error) {
      // Whoever asked hears nothing and says so.
      logger.warn({ taskId, err: error }, 'claims.not-answered');
    }
  }
}

/** Null for what another program, or another version of this one, says on the same channel. */
function parse(payload: string): Notice | null {
  try {
    return noticeSchema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
