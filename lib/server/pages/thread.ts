import { setPriority } from "node:os";
import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { refuseConnections } from "@/db/shared-connection";
import { env } from "@/lib/config/env";
import { measureThread, ownMetricValues } from "@/lib/config/metrics";
import { registerEngine, type Engine } from "@/lib/http/session/engine";
import { startNext } from "../next-server";
import { serveInner } from "../serve-http";
import { logStrayErrors } from "../stray-errors";
import { connectThread, type OtherThread } from "../threads/other-thread";
import { loadSharedCode } from "./load-shared-code";
import { servePages } from "./serve-pages";
import { type PagesMainMethods, type PagesMethods, type CurrentData, endpointName } from "./protocol";
import { adoptClockReports } from "@/lib/config/clock";
import { areVersionsFresh, preparedStore } from "@/lib/loaders/freshness/prepared-answers";

/** The main thread's engine, for the pages that this thread renders. */
const engineOfMain = ({ call }: Pick<OtherThread<PagesMainMethods>, "call">): Engine => ({
  answer: (endpoint, ...rest) => call("answer", endpointName(endpoint), ...rest),
  answerToToken: (endpoint, ...rest) => call("answerToToken", endpointName(endpoint), ...rest),
  callAs: (endpoint, ...rest) => call("callAs", endpointName(endpoint), ...rest),
  countFreeCall: (address) => call("countFreeCall", address),
  workOnAccount: (name, args) => call("workOnAccount", name, args),
});

/**
 * Reads the datasets' versions from the thread with the database, unless that was done a moment ago.
 * The result resolves to false when they cannot be read. Parallel callers share one reading.
 */
function currentDataOf(ask: () => Promise<CurrentData | null>): () => Promise<boolean> {
  let reading: Promise<boolean> | null = null;
  async function read(): Promise<boolean> {
    const current = await ask();
    if (!current) return false;
    Object.assign(preparedStore(), { versions: current.versions, versionsReadAt: current.readAt });
    adoptClockReports(current.clock);
    return true;
  }
  return async () => areVersionsFresh() || (reading ??= read().finally(() => (reading = null)));
}

/**
 * The pages' thread: Next renders pages here and answers the files of the build. What they show comes from the main thread,
 * which alone has the database.
 */

if (!parentPort) throw new Error("pages are rendered in a thread of their own");

logStrayErrors(
  () => true,
  () => undefined,
);
measureThread("pages");
refuseConnections("the thread that renders pages has no database: pages ask the engine");

/** Under load readers of pages wait before callers of the API do. Elsewhere than on Linux this would slow the whole process. */
if (process.platform === "linux") setPriority(5);

const loading = startNext({ isDev: false, root: process.cwd(), port: env().PORT });
// A fault reaches the caller of `listen`. Unhandled here, it would end the process before.
loading.catch(() => undefined);

const own: PagesMethods = {
  async listen(address, publicPages) {
    const { handle } = await loading;
    await serveInner(address, servePages(handle, publicPages, readVersions));
    loadSharedCode(address);
  },
  heapUsed() {
    globalThis.gc?.();
    return getHeapStatistics().used_heap_size;
  },
  metrics: ownMetricValues,
};
const main = connectThread<PagesMainMethods>(parentPort, own);
registerEngine(engineOfMain(main));
const readVersions = currentDataOf(() => main.call("currentData"));
