/** Concurrent calls with the same key share one promise. */
export function singleFlight<Owner extends object, Result>(): (owner: Owner, key: string, work: () => Promise<Result>) => Promise<Result> {
  const inFlight = new WeakMap<Owner, Map<string, Promise<Result>>>();
  return (owner, key, work) => {
    const own = inFlight.get(owner) ?? new Map<string, Promise<Result>>();
    inFlight.set(owner, own);
    const running = own.get(key);
    if (running) return running;
    const started = work().finally(() => own.delete(key));
    own.set(key, started);
    return started;
  };
}
