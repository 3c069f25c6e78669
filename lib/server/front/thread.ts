import { getHeapStatistics } from "node:v8";
import { parentPort, type MessagePort } from "node:worker_threads";
import { forgetToken, noteKnownToken } from "@/lib/money/call/token/token-memory";
import { env } from "@/lib/config/env";
import { freeLimiter } from "@/lib/http/limiter";
import { keepPreparedAnswer, keepTarget, preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { createAddressReader } from "../client-address";
import { createListener, type RefusePaid } from "../listener";
import { serveHttp, type HttpServer } from "../serve-http";
import { logStrayRejections } from "../stray-errors";
import { answerFirst } from "./answer-first";
import { askForVersions } from "./ask-for-versions";
import { createForward } from "./forward";
import type { FromFront, ToFront } from "./protocol";
import { createReads, type Reads } from "./reads";
import { rememberSpent } from "./spent-addresses";
import { createTallier } from "./tallier";

/**
 * The front's thread: it listens on PORT and answers prepared calls. Next is never loaded here, because it enables async
 * hooks for its thread, which doubles the cost of such small answers.
 */

if (!parentPort) throw new Error("the front runs in a thread of its own");
const mainThread: MessagePort = parentPort;
const post = (message: FromFront): void => mainThread.postMessage(message);

logStrayRejections();

const { limiter, guard } = rememberSpent(await freeLimiter());
const tallier = createTallier((tally) => post({ kind: "tally", tally }));
const versions = askForVersions(() => post({ kind: "versions-wanted" }));
let server: HttpServer | null = null;
let reads: Reads | null = null;

async function listen(publicPort: number, innerAddress: string): Promise<void> {
  try {
    const forward = createForward(innerAddress);
    reads = createReads(post, forward);
    const { handle, refuse } = reads;
    const answer = answerFirst({ forward, read: guard(handle), limiter, versions, tallier });
    const refusePaid: RefusePaid = (request, response, refusal) => guard(() => refuse(request, response, refusal))(request, response);
    server = await serveHttp(publicPort, createListener(createAddressReader(env().TRUSTED_PROXY), answer, refusePaid));
    post({ kind: "listening", port: server.port });
  } catch (error) {
    post({
      kind: "not-listening",
      message: error instanceof Error ? error.message : String(error),
      code: error instanceof Error && "code" in error ? String(error.code) : null,
    });
  }
}

/** Both threads share this count: Next's calls are taken here as well. */
async function take(id: number, address: string): Promise<void> {
  const allowance = await limiter.take(address).catch(() => null);
  post({ kind: "taken", id, allowance });
}

function postHeap(): void {
  globalThis.gc?.();
  post({ kind: "heap", heapUsed: getHeapStatistics().used_heap_size });
}

async function stop(): Promise<void> {
  await server?.close();
  tallier.flush();
  post({ kind: "stopped" });
}

function keepVersions(current: Map<string, number>, readAt: number): void {
  const store = preparedStore();
  store.versions = current;
  store.versionsReadAt = readAt;
  versions.arrived();
}

function keepToken(hash: string, isKnown: boolean): void {
  if (isKnown) noteKnownToken(hash);
  else forgetToken(hash);
}

mainThread.on("message", (message: ToFront) => {
  if (message.kind === "take") void take(message.id, message.address);
  else if (message.kind === "give-back") void limiter.giveBack(message.address).catch(() => undefined);
  else if (message.kind === "token") keepToken(message.hash, message.isKnown);
  else if (message.kind === "versions") keepVersions(message.versions, message.readAt);
  else if (message.kind === "versions-unread") versions.failed();
  else if (message.kind === "answer") keepPreparedAnswer(message.key, message.answer);
  else if (message.kind === "target") keepTarget(message.target, message.key);
  else if (message.kind === "listen") void listen(message.port, message.innerAddress);
  else if (message.kind === "was-read") reads?.answered(message.id, message.answer);
  else if (message.kind === "heap") postHeap();
  else if (message.kind === "stop") void stop();
});
post({ kind: "loaded" });
