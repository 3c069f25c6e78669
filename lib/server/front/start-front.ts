import { Worker } from "node:worker_threads";
import { registerFreeLimiter } from "@/lib/http/limiter";
import type { Answer } from "@/lib/http/answer";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { tokenMemory } from "@/lib/money/call/token/token-memory";
import type { FrontRequest } from "../read-request";
import type { Refusal } from "../refuse-paid";
import { mirrorToFront } from "./mirror-to-front";
import type { FromFront, Tally, ToFront } from "./protocol";
import { limiterInFront, type LimiterInFront } from "./limiter-in-front";

export interface FrontOptions {
  /** Reads the dataset versions; the prepared store's mirror passes them to the front. */
  readVersions(): Promise<void>;
  /** Answers a paid read without HTTP; null when it must be forwarded to Next. */
  read(request: FrontRequest): Promise<Answer | null>;
  refuse(request: FrontRequest, refusal: Refusal): Promise<Answer>;
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
  /** Lets running answers finish, then ends the thread. */
  stop(): Promise<void>;
}

type MessageOf<Kind extends FromFront["kind"]> = Extract<FromFront, { kind: Kind }>;

function watchDeath(worker: Worker, isStopping: () => boolean, onDeath: (error: Error) => void): void {
  let cause: Error | null = null;
  worker.on("error", (error: Error) => (cause = error));
  worker.on("exit", (code) => {
    if (!isStopping()) onDeath(cause ?? new Error(`the front's thread ended with ${code}`));
  });
}

/** Waits for the next message of these kinds; rejects when the thread ends first. */
function nextMessage<Kind extends FromFront["kind"]>(worker: Worker, ...kinds: Kind[]): Promise<MessageOf<Kind>> {
  return new Promise((resolve, reject) => {
    const read = (message: FromFront): void => {
      if (!(kinds as string[]).includes(message.kind)) return;
      worker.off("message", read);
      worker.off("exit", gone);
      resolve(message as MessageOf<Kind>);
    };
    const gone = (): void => reject(new Error("the front's thread ended"));
    worker.on("message", read);
    worker.once("exit", gone);
  });
}

type Post = (message: ToFront, transfer?: ArrayBuffer[]) => void;

const openThread = (program: URL): Worker =>
  new Worker(new URL("./enter-thread.mjs", import.meta.url), { name: "front", execArgv: [], workerData: { program: program.href } });

function handleMessages(worker: Worker, post: Post, limiter: LimiterInFront, { readVersions, read, refuse, onTally }: FrontOptions): void {
  worker.on("message", (message: FromFront) => {
    if (message.kind === "taken") limiter.answer(message.id, message.allowance);
    else if (message.kind === "tally") onTally(message.tally);
    else if (message.kind === "read") {
      void (message.refusal ? refuse(message.request, message.refusal) : read(message.request)).then((answer) =>
        post({ kind: "was-read", id: message.id, answer }),
      );
    } else if (message.kind === "versions-wanted") readVersions().catch(() => post({ kind: "versions-unread" }));
  });
  worker.once("exit", () => limiter.giveUp());
}

/** Free calls are counted in the thread from now on; prepared answers and known tokens are mirrored to it. Returns the undo. */
function connectToFront(post: Post, limiter: LimiterInFront): () => void {
  registerFreeLimiter(limiter);
  preparedStore().mirror = mirrorToFront(post);
  tokenMemory().mirror = (hash, isKnown) => post({ kind: "token", hash, isKnown });
  return () => {
    preparedStore().mirror = null;
    tokenMemory().mirror = null;
    registerFreeLimiter(undefined);
  };
}

export async function startFront(options: FrontOptions): Promise<Front> {
  const worker = openThread(options.program ?? new URL("./thread.ts", import.meta.url));
  let isStopping = false;
  watchDeath(worker, () => isStopping, options.onDeath);
  await nextMessage(worker, "loaded");
  const post: Post = (message, transfer = []) => worker.postMessage(message, transfer);
  const limiter = limiterInFront(post);
  handleMessages(worker, post, limiter, options);
  const disconnect = connectToFront(post, limiter);

  return {
    async listen(port, innerAddress) {
      post({ kind: "listen", port, innerAddress });
      const answer = await nextMessage(worker, "listening", "not-listening");
      if (answer.kind === "listening") return answer.port;
      throw Object.assign(new Error(answer.message), { code: answer.code });
    },
    async heapUsed() {
      post({ kind: "heap" });
      return (await nextMessage(worker, "heap")).heapUsed;
    },
    async stop() {
      isStopping = true;
      post({ kind: "stop" });
      await nextMessage(worker, "stopped").catch(() => undefined);
      disconnect();
      await worker.terminate();
    },
  };
}
