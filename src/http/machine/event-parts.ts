/** The names that XState gives to the ends of effects and of delays, taken apart. */

export interface EventParts {
  /** Of an effect its end, `done` or `error`; `after` a delay; or `named`: what the run is told. */
  readonly kind: 'done' | 'error' | 'after' | 'named';
  /** The id of the effect, the name of the delay, or the event itself. */
  readonly name: string;
}

export function readEvent(event: string): EventParts {
  const [, kind, name] =
    /^xstate\.(done|error)\.actor\.(.+)$/.exec(event) ?? /^xstate\.(after)\.(\w+)\./.exec(event) ?? [];
  return kind && name ? { kind: kind as EventParts['kind'], name } : { kind: 'named', name: event };
}

/** The name of the delay whose end it is; null where it is another event. */
export function delayOf(event: string): string | null {
  const { kind, name } = readEvent(event);
  return kind === 'after' ? name : null;
}
