/** Callers that ask for the same while it is under way get the same. */
export function onceAtATime<Owner extends object, Result>(): (owner: Owner, key: string, work: () => Promise<Result>) => Promise<Result> {
  const underWay = new WeakMap<Owner, Map<string, Promise<Result>>>();
  return (owner, key, work) => {
    const own = underWay.get(owner) ?? new Map<string, Promise<Result>>();
    underWay.set(owner, own);
    const known = own.get(key);
    if (known) return known;
    const begun = work().finally(() => own.delete(key));
    own.set(key, begun);
    return begun;
  };
}
