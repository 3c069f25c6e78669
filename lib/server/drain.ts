import { ServerResponse, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** A keep-alive connection may send one more request within this time. Its answer says `Connection: close`. */
const FAREWELL_MS = 1000;
/** New requests wait for this much silence. A client connecting while the port closes would get a reset. */
const QUIET_MS = 250;
const MAX_HOLD_MS = 2500;
const FORCE_CLOSE_MS = 3500;
const POLL_MS = 25;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/** Stops accepting, gives running answers a few seconds, then closes every connection. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const forceClose = setTimeout(() => server.closeAllConnections(), FORCE_CLOSE_MS);
    // After its last answer a keep-alive connection stays open and would delay us until the forced close.
    const sweep = setInterval(() => server.closeIdleConnections(), POLL_MS);
    server.close(() => {
      clearTimeout(forceClose);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

export interface Drain {
  /** For `createServer`: responses say `Connection: close` once the server is closing. */
  ServerResponse: typeof ServerResponse;
  listener: RequestListener;
  close(server: Server): Promise<void>;
}

interface Gate {
  listener: RequestListener;
  /** Queues new requests; resolves when no request has arrived or finished for a while. */
  hold(): Promise<void>;
  release(): void;
}

function createGate(listener: RequestListener): Gate {
  let held: (() => void)[] | null = null;
  let running = 0;
  let lastChangeAt = 0;

  function enter(request: IncomingMessage, response: ServerResponse): void {
    running++;
    response.once("close", () => {
      running--;
      lastChangeAt = performance.now();
    });
    listener(request, response);
  }

  return {
    listener(request, response) {
      if (!held) return enter(request, response);
      lastChangeAt = performance.now();
      held.push(() => enter(request, response));
    },
    async hold() {
      held = [];
      const heldAt = (lastChangeAt = performance.now());
      const isQuiet = (): boolean => running === 0 && performance.now() - lastChangeAt > QUIET_MS;
      while (!isQuiet() && performance.now() - heldAt < MAX_HOLD_MS) await delay(POLL_MS);
    },
    release() {
      const waiting = held ?? [];
      held = null;
      for (const pass of waiting) pass();
    },
  };
}

/**
 * Shuts down a server with keep-alive clients. Each learns from an answer that its connection closes,
 * none from a reset.
 */
export function createDrain(listener: RequestListener): Drain {
  const gate = createGate(listener);
  let isClosing = false;

  class DrainedResponse extends ServerResponse {
    override writeHead(...args: unknown[]): this {
      if (isClosing) this.shouldKeepAlive = false;
      return super.writeHead(...(args as Parameters<ServerResponse["writeHead"]>)) as this;
    }
  }

  return {
    ServerResponse: DrainedResponse as typeof ServerResponse,
    listener: gate.listener,
    async close(server) {
      isClosing = true;
      if ((await connectionsOf(server)) === 0) return closeServer(server);
      await delay(FAREWELL_MS);
      await gate.hold();
      const closed = closeServer(server);
      gate.release();
      await closed;
    },
  };
}
