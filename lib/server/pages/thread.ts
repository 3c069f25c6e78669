import { setPriority } from "node:os";
import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { refuseConnections } from "@/db/shared-connection";
import { env } from "@/lib/config/env";
import { measureThread, ownMetricValues } from "@/lib/config/metrics";
import { registerEngine } from "@/lib/http/session/engine";
import { startNext } from "../next-server";
import { serveInner } from "../serve-http";
import { logStrayErrors } from "../stray-errors";
import { connectThread } from "../threads/other-thread";
import { currentDataOf } from "./current-data";
import { engineOfMain } from "./engine-of-main";
import { loadSharedCode } from "./load-shared-code";
import { servePages } from "./serve-pages";
import type { PagesMainMethods, PagesMethods } from "./protocol";

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
// `listen` throws the error to its caller; this keeps it from being logged as unhandled before.
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
