/** Calls back once, unless the state has been left by then. */
export function after(ms: number, signal: AbortSignal, callback: () => void): void {
  if (signal.aborted) return;
  const timer = setTimeout(callback, Math.max(0, ms));
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
}

/** Rejects when the state has been left. */
export const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(new Error("The state was left."));
    if (signal.aborted) return leave();
    after(ms, signal, resolve);
    signal.addEventListener("abort", leave, { once: true });
  });
