/**
 * Checks a rule over many declarations in one test, and names what breaks it and why. For
 * `expect(await offenders(…)).toEqual([])`.
 */
export async function offenders<Item>(
  named: readonly (readonly [name: string, item: Item])[],
  check: (item: Item, name: string) => void | Promise<void>,
): Promise<string[]> {
  if (named.length === 0) return ["nothing was checked"];
  const faults: string[] = [];
  for (const [name, item] of named) {
    try {
      await check(item, name);
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return faults;
}
