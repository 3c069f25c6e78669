import { registerThread } from "@/lib/config/threads";
import { registerLimiters } from "@/lib/http/limits/limiter";
import type { SentAnswer } from "@/lib/http/answer";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { tokenMemory } from "@/lib/money/base/token-memory";
import type { SentRequest } from "../api/api-request";
import type { Refusal } from "../api/refuse-early";
import { openThread, type OpenThread } from "../threads/open-thread";
import { mirrorToFront } from "./mirror-to-front";
import type { FrontMethods, MainMethods, Served, Tally } from "./protocol";

export interface FrontOptions {
  /** Reads the dataset versions; the prepared store's mirror passes them to the front. */
  readVersions(): Promise<void>;
  served: Served;
  /** Answers a request of the API without HTTP. */
  answer(request: SentRequest): Promise<SentAnswer>;
  refuse(request: SentRequest, refusal: Refusal): Promise<SentAnswer>;
  onTally(tally: Tally): void;
  /** The thread ended on its own. */
  onDeath(error: Error): void;
  /** The thread's program; tests pass another one. */
  program?: URL;
}

export interface Front {
  /** Resolves to the port; rejects as `listen` would. */
  listen(port: number, innerAddress: string): Promise<number>;
  heapUsed(): Promise<number>;
  /** Lets running answers finish, then ends the thread. Once, however often it is called. */
  stop(): Promise<void>;
}

/** Calls are counted in the thread from now on; prepared answers and known tokens are mirrored to it. Returns the undo. */
function shareWith(front: OpenThread<FrontMethods>): () => void {
  registerLimiters((name) => ({
    take: (address) => front.call("take", name, address),
    giveBack: async (address) => front.tell("giveBack", [name, address]),
  }));
  registerThread("front", { metrics: () => front.call("metrics"), ping: () => front.call("ping") });
  preparedStore().mirror = mirrorToFront(front);
  tokenMemory().mirror = (hash, isKnown) => front.tell("keepToken", [hash, isKnown]);
  return () => {
    preparedStore().mirror = null;
    tokenMemory().mirror = null;
    registerLimiters(null);
    registerThread("front", null);
  };
}

export function startFront({ readVersions, served, answer, refuse, onTally, onDeath, program }: FrontOptions): Front {
  const own: MainMethods = {
    readVersions,
    answer: (request, refusal) => (refusal ? refuse(request, refusal) : answer(request)),
    onTally,
  };
  const front = openThread<FrontMethods>({ name: "front", program, own, onDeath });
  const unshare = shareWith(front);

  async function finish(): Promise<void> {
    await front.call("stop").finally(unshare);
  }

  return {
    listen: (port, innerAddress) => front.call("listen", port, innerAddress, served),
    heapUsed: () => front.call("heapUsed"),
    stop: () => front.end(finish),
  };
}
