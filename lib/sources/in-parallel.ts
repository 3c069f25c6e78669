/** Like Promise.all with at most `limit` calls at a time. Results keep the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    while (next < items.length) {
      const position = next++;
      results[position] = await work(items[position] as Item);
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
