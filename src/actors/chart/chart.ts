/** The statechart as data: what there is to draw, whatever the notation. */

export interface Chart {
  /** The root first, each state before its parts. */
  readonly nodes: readonly ChartNode[];
  /** The edges of a state are in the order in which it looks at them. */
  readonly edges: readonly ChartEdge[];
}

export interface ChartNode {
  /** The names from the root down to it, with dots between: `run.executing.choosing`. */
  readonly id: string;
  /** The state it is a part of; null for the root. */
  readonly parent: string | null;
  readonly type: 'atomic' | 'compound' | 'final';
  /** What it is for, in one sentence. */
  readonly description: string;
  /** The part it begins in; null where it has no parts. */
  readonly initial: string | null;
  readonly tags: readonly string[];
  /** Names of the actions that run when it is entered. */
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly ChartInvoke[];
}

/** An effect that runs while a state is active. */
export interface ChartInvoke {
  readonly id: string;
  /** The name of the effect. */
  readonly src: string;
}

export interface ChartEdge {
  readonly id: string;
  readonly source: string;
  /** Its source, where the run stays in the states it is in and only the actions run. */
  readonly target: string;
  /** As the statechart hears it; empty where the edge is taken by itself as soon as its guard allows. */
  readonly event: string;
  readonly guard: string | null;
  readonly actions: readonly string[];
}
