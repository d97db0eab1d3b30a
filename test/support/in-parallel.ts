/** Does the same with many things, some at a time, and gives the answers in their order. */
export async function inParallel<Item, Answer>(
  items: readonly Item[],
  atATime: number,
  act: (item: Item) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const rest = items.entries();
  const lane = async () => {
    for (const [index, item] of rest) answers[index] = await act(item);
  };
  await Promise.all(Array.from({ length: atATime }, lane));
  return answers;
}
