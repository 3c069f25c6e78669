import { setTimeout as delay } from "node:timers/promises";

interface Host {
  active: number;
  waiting: (() => void)[];
  nextStartMs: number;
}

export interface HostGate {
  /** Waits for a free connection to the host. The returned function frees it again. */
  enter(host: string, signal: AbortSignal): Promise<() => void>;
}

function waitForTurn(host: Host, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      host.waiting = host.waiting.filter((waiting) => waiting !== onTurn);
      reject(signal.reason);
    };
    const onTurn = () => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    };
    host.waiting.push(onTurn);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** Limits the connections to one host at a time and spaces their starts. */
export function createHostGate({ maxPerHost, spacingMs }: { maxPerHost: number; spacingMs: number }): HostGate {
  const hosts = new Map<string, Host>();

  function leave(name: string, host: Host): void {
    host.active -= 1;
    const next = host.waiting.shift();
    if (next) return next();
    if (host.active === 0 && host.nextStartMs <= performance.now()) hosts.delete(name);
  }

  return {
    async enter(name, signal) {
      signal.throwIfAborted();
      const host = hosts.get(name) ?? { active: 0, waiting: [], nextStartMs: 0 };
      hosts.set(name, host);
      while (host.active >= maxPerHost) await waitForTurn(host, signal);
      host.active += 1;
      const startMs = Math.max(performance.now(), host.nextStartMs);
      host.nextStartMs = startMs + spacingMs;
      try {
        await delay(Math.max(0, startMs - performance.now()), undefined, { signal });
      } catch {
        leave(name, host);
        signal.throwIfAborted();
      }
      return () => leave(name, host);
    },
  };
}
