import { SourceError } from "./source";

export interface Deadline {
  signal: AbortSignal;
  /** Starts the timer; later calls do nothing. Time spent waiting for a free connection is not counted. */
  start(): void;
  clear(): void;
}

/** Limits the time of a whole exchange, headers and body. It also aborts when `outer` aborts. */
export function createDeadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => controller.abort(new SourceError("cancelled", "the run has ended"));
  if (outer?.aborted) cancel();
  outer?.addEventListener("abort", cancel, { once: true });
  return {
    signal: controller.signal,
    start() {
      timer ??= setTimeout(() => controller.abort(new SourceError("timeout", `no whole answer within ${timeoutMs} ms`)), timeoutMs);
    },
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", cancel);
    },
  };
}

/** Turns anything thrown into a SourceError. After an abort the abort reason wins over the socket's own error. */
export function toSourceError(error: unknown, signal: AbortSignal, host: string): SourceError {
  if (signal.aborted && signal.reason instanceof SourceError) return signal.reason;
  if (error instanceof SourceError) return error;
  const cause = error as NodeJS.ErrnoException;
  return new SourceError("network", `${host}: ${cause.code ?? cause.message ?? "failed"}`, { cause: error });
}
