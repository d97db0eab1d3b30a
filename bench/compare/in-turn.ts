/** The same in another order each round: whatever a machine does at first does not always hit the same one. */

export function inTurn<Item>(items: readonly Item[], round: number): readonly Item[] {
  const first = round % Math.max(1, items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}
