/** Statements that store units, in the hand of a test: it sees them, holds them back, and loses their answers. */

import type { Run } from '../../src/persistence/database.ts';

export interface HeldStatements {
  /** Holds every statement back until letGo. */
  readonly run: Run;
  /** The tasks of each statement, in the order in which they were sent. */
  readonly sent: readonly (readonly string[])[];
  letGo(): void;
  /** What was done by the database is told only after letAnswersGo. */
  holdAnswers(): void;
  letAnswersGo(): void;
  /** What was done by the database is not told any more: the connection is lost. */
  loseAnswers(): void;
  /** The same from the statement of that number on, counted from 1. */
  loseAnswersFrom(number: number): void;
  /** Answers are told again. */
  answer(): void;
}

export function holdStatements(run: Run): HeldStatements {
  const sent: (readonly string[])[] = [];
  const held = Promise.withResolvers<void>();
  let answers = Promise.withResolvers<void>();
  let lostFrom = Infinity;
  answers.resolve();
  return {
    sent,
    letGo: () => held.resolve(),
    holdAnswers: () => void (answers = Promise.withResolvers()),
    letAnswersGo: () => answers.resolve(),
    loseAnswers: () => void (lostFrom = 0),
    loseAnswersFrom: (number) => void (lostFrom = number),
    answer: () => void (lostFrom = Infinity),
    async run<Row>(sql: string, parameters: readonly unknown[]) {
      const number = sent.push(tasksOf(parameters));
      await held.promise;
      const answer = run<Row>(sql, parameters);
      await Promise.allSettled([answer]);
      await answers.promise;
      if (number >= lostFrom) throw new Error('Connection terminated unexpectedly');
      return answer;
    },
  };
}

/** The statement for one unit has the task first, that for many has the lists of their steps' and tasks' columns. */
function tasksOf([first, ofSteps, , , , , , , , , , , ofTasks]: readonly unknown[]): readonly string[] {
  if (typeof first === 'string') return [first];
  return [...(ofSteps as string[]), ...(ofTasks as string[])];
}
