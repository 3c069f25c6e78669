import type { RequestListener } from "node:http";
import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { forgetToken, noteKnownToken } from "@/lib/money/base/token-memory";
import { env } from "@/lib/config/env";
import { measureThread, ownMetricValues, watchQueue } from "@/lib/config/metrics";
import { limiterOf } from "@/lib/http/limits/limiter";
import { keepPreparedAnswer, keepTarget, preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { createAddressReader, trustOf } from "../client-address";
import { createListener, type RefusePaid } from "../listener";
import { serveHttp, type HttpServer } from "../serve-http";
import { logStrayRejections } from "../stray-errors";
import { answerFirst } from "./answer-first";
import { createMainThread } from "./ask-main";
import { askForVersions } from "./ask-for-versions";
import { createForward } from "./forward";
import { connectThread } from "../threads/other-thread";
import type { FrontMethods, MainMethods } from "./protocol";
import { limitOfRequest } from "./count-in-front";
import { refusingByLimit } from "./refuse-by-limit";
import { rememberSpent } from "./spent-addresses";
import { createTallier } from "./tallier";
import { observeRequests } from "../requests/observe-requests";
import { createRequestLog } from "../requests/request-log";
import { createRouteOf } from "../requests/route-of";

/**
 * The front's thread: it listens on PORT and answers prepared calls. Next is never loaded here, because it enables async
 * hooks for its thread, which doubles the cost of such small answers.
 */

if (!parentPort) throw new Error("the front runs in a thread of its own");

logStrayRejections();
measureThread("front");

const tallier = createTallier((tally) => main.tell("onTally", [tally]));
const refuseByLimit = refusingByLimit(tallier);
const { limiters, guard, spentAddresses } = rememberSpent(
  {
    free: await limiterOf("free"),
    documents: await limiterOf("documents"),
    payments: await limiterOf("payments"),
    probes: await limiterOf("probes"),
  },
  refuseByLimit,
);
watchQueue("addresses whose limit is spent", spentAddresses);
let server: HttpServer | null = null;

const own: FrontMethods = {
  async listen(publicPort, innerAddress, served) {
    const { TRUSTED_PROXY, LOG_REQUESTS } = env();
    const forward = createForward(innerAddress);
    const limitOf = limitOfRequest(served);
    const counting = { limiters, limitOf, refuseByLimit };
    const { isAsked, ask, refuse } = createMainThread((request, refusal) => main.call("answer", request, refusal), served, counting);
    const asked = guard(limitOf, answerFirst({ next: ask, counting, versions, tallier }));
    const answer: RequestListener = (request, response) => (isAsked(request) ? asked : forward)(request, response);
    const refusePaid: RefusePaid = (request, response, refusal) =>
      guard(limitOf, () => refuse(request, response, refusal))(request, response);
    const listener = createListener(createAddressReader(TRUSTED_PROXY), answer, refusePaid);
    const observed = observeRequests(createRouteOf(served.routes), LOG_REQUESTS ? createRequestLog() : null, listener);
    server = await serveHttp(publicPort, trustOf(TRUSTED_PROXY), observed);
    return server.port;
  },
  keepAnswer: keepPreparedAnswer,
  keepTarget,
  keepVersions: (current, readAt) => void Object.assign(preparedStore(), { versions: current, versionsReadAt: readAt }),
  keepToken: (hash, isKnown) => (isKnown ? noteKnownToken(hash) : forgetToken(hash)),
  // All threads share this count: what the others count is taken here as well.
  take: (name, address) => limiters[name].take(address),
  giveBack: (name, address) => void limiters[name].giveBack(address).catch(() => undefined),
  heapUsed() {
    globalThis.gc?.();
    return getHeapStatistics().used_heap_size;
  },
  metrics: ownMetricValues,
  ping: () => undefined,
  async stop() {
    await server?.close();
    tallier.flush();
  },
};
const main = connectThread<MainMethods>(parentPort, own);
const versions = askForVersions(() => main.call("readVersions"));
