/** A move of a run: one arrow of its statechart that it took, with its reason in words. */

export interface Move {
  readonly at: string;
  /** Dotted paths of states, such as `executing.running.stepping`. */
  readonly from: string;
  readonly to: string;
  /** The state that the arrow leaves. */
  readonly source: string;
  readonly event: string | null;
  readonly guard: string | null;
  readonly why: string;
  readonly stored: StoredChanges | null;
}

export interface StoredChanges {
  readonly task: string | null;
  readonly steps: readonly { readonly stepNo: number; readonly status: string }[];
}

/** What is told of a run before its moves. */
export interface RunBegin {
  readonly run: string;
  readonly startedAt: string;
  readonly by: string;
  /** The step at which it resumes; null where every step is SUCCESS. */
  readonly firstStep: number | null;
}

/** A run, of now or of the past. */
export interface RunHistory {
  /** Its id; null where nothing is known of any run. */
  readonly run: string | null;
  readonly begin: RunBegin | null;
  readonly moves: readonly Move[];
  /** null while it runs. */
  readonly end: string | null;
}
