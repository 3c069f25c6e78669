import { Worker } from "node:worker_threads";
import { registerFrontThread } from "@/lib/config/front-thread";
import { registerLimiters } from "@/lib/http/limiter";
import type { Answer } from "@/lib/http/answer";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { tokenMemory } from "@/lib/money/call/token/token-memory";
import type { SentRequest } from "../api/api-request";
import type { Refusal } from "../api/refuse-early";
import { mirrorToFront } from "./mirror-to-front";
import { connectThread, type OtherThread } from "./other-thread";
import type { FrontMethods, MainMethods, Served, Tally } from "./protocol";

export interface FrontOptions {
  /** Reads the dataset versions; the prepared store's mirror passes them to the front. */
  readVersions(): Promise<void>;
  served: Served;
  /** Answers a request of the API without HTTP. */
  answer(request: SentRequest): Promise<Answer>;
  refuse(request: SentRequest, refusal: Refusal): Promise<Answer>;
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

/** Reports the end of the thread, unless it was asked for, and rejects the calls that wait for it. */
function watchDeath(worker: Worker, giveUp: (error: Error) => void, onDeath: (error: Error) => void): void {
  let cause: Error | null = null;
  worker.on("error", (error: Error) => (cause = error));
  worker.on("exit", (code) => {
    giveUp(new Error("the front's thread ended", { cause }));
    onDeath(cause ?? new Error(`the front's thread ended with ${code}`));
  });
}

const openThread = (program: URL): Worker =>
  new Worker(new URL("./enter-thread.mjs", import.meta.url), { name: "front", execArgv: [], workerData: { program: program.href } });

/** Calls are counted in the thread from now on; prepared answers and known tokens are mirrored to it. Returns the undo. */
function shareWith(front: OtherThread<FrontMethods>): () => void {
  registerLimiters((name) => ({
    take: (address) => front.call("take", name, address),
    giveBack: async (address) => front.tell("giveBack", [name, address]),
  }));
  registerFrontThread({ metrics: () => front.call("metrics"), ping: () => front.call("ping") });
  preparedStore().mirror = mirrorToFront(front);
  tokenMemory().mirror = (hash, isKnown) => front.tell("keepToken", [hash, isKnown]);
  return () => {
    preparedStore().mirror = null;
    tokenMemory().mirror = null;
    registerLimiters(null);
    registerFrontThread(null);
  };
}

export function startFront({ readVersions, served, answer, refuse, onTally, onDeath, program }: FrontOptions): Front {
  const worker = openThread(program ?? new URL("./thread.ts", import.meta.url));
  const own: MainMethods = {
    readVersions,
    answer: (request, refusal) => (refusal ? refuse(request, refusal) : answer(request)),
    onTally,
  };
  const front = connectThread<FrontMethods>(worker, own);
  let stopped: Promise<void> | null = null;
  watchDeath(worker, front.giveUp, (error) => stopped ?? onDeath(error));
  const unshare = shareWith(front);

  async function end(): Promise<void> {
    await front.call("stop").catch(() => undefined);
    unshare();
    await worker.terminate();
  }

  return {
    listen: (port, innerAddress) => front.call("listen", port, innerAddress, served),
    heapUsed: () => front.call("heapUsed"),
    stop: () => (stopped ??= end()),
  };
}
