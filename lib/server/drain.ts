import { ServerResponse, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** A connection that is kept alive may bring one more request within this time; its answer says `Connection: close`. */
const FAREWELL_MS = 1000;
/** New requests are held until nobody has asked or been answered for so long: whoever is connecting while the port closes would be reset. */
const QUIET_MS = 250;
const LONGEST_HOLD_MS = 2500;
const CUT_MS = 3500;
const LOOK_AGAIN_MS = 25;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/** Stops accepting, lets answers under way finish for a few seconds, then cuts. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), CUT_MS);
    // A connection that has had its last answer is kept alive: it would hold us until the cut.
    const sweep = setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

export interface Drain {
  /** For `createServer`: its answers say `Connection: close` once the server is being closed. */
  ServerResponse: typeof ServerResponse;
  listener: RequestListener;
  close(server: Server): Promise<void>;
}

interface Gate {
  listener: RequestListener;
  /** Lets no request in from now on; resolves when nobody has asked or been answered for a while. */
  hold(): Promise<void>;
  /** Lets in those that came meanwhile. */
  release(): void;
}

function createGate(listener: RequestListener): Gate {
  let held: (() => void)[] | null = null;
  let underWay = 0;
  let movedAt = 0;

  function enter(request: IncomingMessage, response: ServerResponse): void {
    underWay++;
    response.once("close", () => {
      underWay--;
      movedAt = performance.now();
    });
    listener(request, response);
  }

  return {
    listener(request, response) {
      if (!held) return enter(request, response);
      movedAt = performance.now();
      held.push(() => enter(request, response));
    },
    async hold() {
      held = [];
      const heldAt = (movedAt = performance.now());
      const isQuiet = (): boolean => underWay === 0 && performance.now() - movedAt > QUIET_MS;
      while (!isQuiet() && performance.now() - heldAt < LONGEST_HOLD_MS) await delay(LOOK_AGAIN_MS);
    },
    release() {
      const waiting = held ?? [];
      held = null;
      for (const enterNow of waiting) enterNow();
    },
  };
}

/** The end of a server whose clients keep their connections: each learns from an answer that its connection ends, none from a reset. */
export function createDrain(listener: RequestListener): Drain {
  const gate = createGate(listener);
  let isClosing = false;

  class DrainedResponse extends ServerResponse {
    override writeHead(...given: unknown[]): this {
      if (isClosing) this.shouldKeepAlive = false;
      return super.writeHead(...(given as Parameters<ServerResponse["writeHead"]>)) as this;
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
