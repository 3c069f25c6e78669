import { Worker } from "node:worker_threads";
import { registerFreeLimiter } from "@/lib/http/limiter";
import type { Answer } from "@/lib/http/answer";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { tokenMemory } from "@/lib/money/call/token/token-memory";
import type { Read } from "../read-request";
import type { Refusal } from "../refuse-paid";
import { mirrorToFront } from "./mirror-to-front";
import type { FromFront, Tally, ToFront } from "./protocol";
import { limiterInFront } from "./limiter-in-front";

export interface FrontOptions {
  /** Reads the dataset versions; they reach the front through the prepared store's mirror. */
  readVersions(): Promise<void>;
  /** Answers a paid read without HTTP; null where the server behind must be asked. */
  read(asked: Read): Promise<Answer | null>;
  /** Answers a paid call that the front refuses. */
  refuse(asked: Read, refusal: Refusal): Promise<Answer>;
  onTally(tally: Tally): void;
  /** The thread ended without being told to. */
  onDeath(error: Error): void;
  /** The thread's program; another one in tests. */
  program?: URL;
}

export interface Front {
  /** Resolves to the port; rejects as `listen` would. */
  listen(port: number, innerAddress: string): Promise<number>;
  heapUsed(): Promise<number>;
  /** Lets answers under way finish, then ends the thread. */
  stop(): Promise<void>;
}

type Told<Kind extends FromFront["kind"]> = Extract<FromFront, { kind: Kind }>;

function watchDeath(worker: Worker, isStopping: () => boolean, onDeath: (error: Error) => void): void {
  let cause: Error | null = null;
  worker.on("error", (error: Error) => (cause = error));
  worker.on("exit", (code) => {
    if (!isStopping()) onDeath(cause ?? new Error(`the front's thread ended with ${code}`));
  });
}

/** Waits for the first message of the kinds; rejects when the thread ends first. */
function told<Kind extends FromFront["kind"]>(worker: Worker, ...kinds: Kind[]): Promise<Told<Kind>> {
  return new Promise((resolve, reject) => {
    const read = (message: FromFront): void => {
      if (!(kinds as string[]).includes(message.kind)) return;
      worker.off("message", read);
      worker.off("exit", gone);
      resolve(message as Told<Kind>);
    };
    const gone = (): void => reject(new Error("the front's thread ended"));
    worker.on("message", read);
    worker.once("exit", gone);
  });
}

/** Starts the thread that listens, and keeps it supplied; the process's free calls are counted in it from now on. */
export async function startFront({
  readVersions,
  read,
  refuse,
  onTally,
  onDeath,
  program = new URL("./thread.ts", import.meta.url),
}: FrontOptions): Promise<Front> {
  const worker = new Worker(new URL("./enter-thread.mjs", import.meta.url), {
    name: "front",
    execArgv: [],
    workerData: { program: program.href },
  });
  let isStopping = false;
  watchDeath(worker, () => isStopping, onDeath);
  await told(worker, "loaded");
  const post = (message: ToFront, transfer: ArrayBuffer[] = []): void => worker.postMessage(message, transfer);
  const limiter = limiterInFront(post);
  worker.on("message", (message: FromFront) => {
    if (message.kind === "taken") limiter.taken(message.id, message.allowance);
    else if (message.kind === "tally") onTally(message.tally);
    else if (message.kind === "read") {
      void (message.refusal ? refuse(message.read, message.refusal) : read(message.read)).then((answer) =>
        post({ kind: "was-read", id: message.id, answer }),
      );
    } else if (message.kind === "versions-wanted") readVersions().catch(() => post({ kind: "versions-unread" }));
  });
  worker.once("exit", () => limiter.giveUp());
  registerFreeLimiter(limiter);
  preparedStore().mirror = mirrorToFront(post);
  tokenMemory().mirror = (hash, isKnown) => post({ kind: "token", hash, isKnown });

  return {
    async listen(port, innerAddress) {
      post({ kind: "listen", port, innerAddress });
      const answer = await told(worker, "listening", "not-listening");
      if (answer.kind === "listening") return answer.port;
      throw Object.assign(new Error(answer.message), { code: answer.code });
    },
    async heapUsed() {
      post({ kind: "heap" });
      return (await told(worker, "heap")).heapUsed;
    },
    async stop() {
      isStopping = true;
      post({ kind: "stop" });
      await told(worker, "stopped").catch(() => undefined);
      preparedStore().mirror = null;
      tokenMemory().mirror = null;
      registerFreeLimiter(undefined);
      await worker.terminate();
    },
  };
}
