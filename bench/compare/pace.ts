/** How long and how much is measured at a time. */

export interface Pace {
  readonly warmUpMs: number;
  /** Of one stretch of work of an engine. */
  readonly engineMs: number;
  /** Of one stretch of work with processes. */
  readonly scriptsMs: number;
  /** Of one stretch of anything else that is repeated without a pause. */
  readonly stretchMs: number;
  /** Requests of one kind in a row. */
  readonly samples: number;
  /** Started by xargs. */
  readonly processes: number;
  /** At once, where the memory of one is measured. */
  readonly heldTasks: number;
  /** In the large one of two databases, with twenty steps each. */
  readonly manyTasks: number;
  /** Rounds within a measurement that is made once. */
  readonly turns: number;
  readonly largeLogBytes: number;
  readonly idleMs: number;
}

export const FULL: Pace = {
  warmUpMs: 2000,
  engineMs: 4000,
  scriptsMs: 5000,
  stretchMs: 2500,
  samples: 100,
  processes: 1500,
  heldTasks: 5000,
  manyTasks: 250_000,
  turns: 5,
  largeLogBytes: 5 * 1024 ** 3,
  idleMs: 20_000,
};

/** Says nothing about speed, only that all of it works. */
export const QUICK: Pace = {
  warmUpMs: 100,
  engineMs: 300,
  scriptsMs: 300,
  stretchMs: 100,
  samples: 3,
  processes: 10,
  heldTasks: 5,
  manyTasks: 100,
  turns: 1,
  largeLogBytes: 2 * 1024 ** 2,
  idleMs: 300,
};
