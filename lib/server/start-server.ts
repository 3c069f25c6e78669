import { setFlagsFromString } from "node:v8";
import type { Db } from "@/db/client";
import { startCrawlerRecorder } from "@/lib/http/crawlers/start-recorder";
import { connection, database, watchDatabase } from "@/db/database";
import { describePostgres } from "@/lib/config/database-choice";
import { env, type Env } from "@/lib/config/env";
import { measureThread } from "@/lib/config/metrics";
import { startTracing } from "@/lib/config/tracing";
import { registerPool } from "@/lib/sources/workers/offload";
import { startPool } from "@/lib/sources/workers/pool";
import { createAddressReader, trustOf } from "./client-address";
import { freshnessTable } from "./start/freshness-table";
import { openFrontThread, type FrontedServer, type FrontThread } from "./front/serve-behind-front";
import { createListener } from "./listener";
import { startNext, type NextServer } from "./next-server";
import { openDatabase } from "./start/open-database";
import { salesFinding } from "./start/sales-finding";
import { watchMarker } from "./watch-marker";
import { refusePaidHere } from "./api/refuse-early";
import { startEngine } from "./api/start-engine";
import { tryFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { publicPages } from "@/lib/pages";
import { loadSharedCode } from "./pages/load-shared-code";
import { createPaidCalls, type PaidCalls } from "./pages/paid-calls";
import { servePages } from "./pages/serve-pages";
import { observeRequests } from "./requests/observe-requests";
import { createRequestLog } from "./requests/request-log";
import { createRouteOf } from "./requests/route-of";
import { routePatterns } from "./requests/route-patterns";
import { serveHttp, type HttpServer } from "./serve-http";

type Stop = () => Promise<void> | void;

export interface RunningServer {
  ready: Promise<void>;
  /** Resolves when the server cannot continue: the listening thread or the embedded database has failed. */
  broken: Promise<Error>;
  heapUsed(): Promise<number>;
  stop(): Promise<void>;
}

/** Whoever reads documents of a service that does not know its own name follows their links to the wrong place. */
function namelessnessOf({ PUBLIC_BASE_URL, TRUSTED_PROXY }: Env, port: number): string[] {
  if (PUBLIC_BASE_URL) return [];
  const fix = "Set PUBLIC_BASE_URL to the public address, such as https://data.example.org.";
  return [
    TRUSTED_PROXY
      ? `Feeds and documents name the host that the trusted proxy forwards, payments http://localhost:${port}. ${fix}`
      : `Feeds and documents name http://localhost:${port}, which nobody else can reach. ${fix}`,
  ];
}

async function announce(port: number): Promise<void> {
  const { SITE_NAME, PUBLIC_BASE_URL, DATA_DIR, SCHEDULER } = env();
  const sales = salesFinding(env());
  const place = describePostgres(env()) ?? `embedded database in ${DATA_DIR}`;
  const lines = [
    `${SITE_NAME} is at http://localhost:${port}${PUBLIC_BASE_URL ? ` (public: ${PUBLIC_BASE_URL})` : ""}`,
    `Process ${process.pid}, ${place}; ${SCHEDULER ? "jobs run here" : "no jobs run here (SCHEDULER=off)"}`,
    ...namelessnessOf(env(), port),
    ...(sales && !sales.isGood ? [`${sales.name}: ${sales.says}`] : []),
    await freshnessTable(await database(), new Date()),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Starts jobs and the command socket, which are loaded only once the service answers. */
async function startWork(db: Db, isEmbedded: boolean): Promise<() => Promise<unknown>> {
  const { DATA_DIR, SCHEDULER } = env();
  const [{ startControl }, { startScheduler }, { watchAlerts }] = await Promise.all([
    import("./cli/control"),
    import("@/jobs/scheduler"),
    import("./watch-alerts"),
  ]);
  const stopControl = await startControl(DATA_DIR, db);
  const stopMarker = isEmbedded ? watchMarker(db) : () => undefined;
  const stopAlerts = await watchAlerts(db);
  const stopScheduler = SCHEDULER ? startScheduler(db) : async () => undefined;
  return () => Promise.all([stopControl(), stopScheduler(), stopMarker(), stopAlerts()]);
}

interface Serving {
  isDev: boolean;
  paidCalls: PaidCalls;
  /** Null where this thread listens itself: with FRONT=off, and while developing. */
  thread: FrontThread | null;
}

async function serve(next: NextServer, { isDev, paidCalls, thread }: Serving): Promise<HttpServer | FrontedServer> {
  const { PORT, TRUSTED_PROXY, LOG_REQUESTS } = env();
  const readVersions = async (): Promise<boolean> => tryFreshVersions(await database());
  const handle = isDev ? next.handle : servePages(next.handle, publicPages, { paidCalls, readVersions });
  if (!thread) {
    const listener = createListener(createAddressReader(TRUSTED_PROXY), handle, refusePaidHere);
    const observed = observeRequests(createRouteOf(routePatterns()), LOG_REQUESTS ? createRequestLog() : null, listener);
    return serveHttp(PORT, trustOf(TRUSTED_PROXY), observed);
  }
  startEngine();
  return thread.serve(PORT, handle);
}

interface Threads {
  front: FrontedServer | null;
  onDeath(error: Error): void;
}

async function start(root: string, isDev: boolean, stops: Stop[], threads: Threads): Promise<void> {
  await startTracing();
  const crawlers = startCrawlerRecorder(database);
  const paidCalls = createPaidCalls();
  const thread = env().FRONT && !isDev ? openFrontThread({ paidCalls, crawlers, onDeath: threads.onDeath }) : null;
  if (thread) stops.push(() => thread.stop());
  const { db, isEmbedded, close } = await openDatabase(root);
  stops.push(close);
  const opened = await connection();
  if (opened.driver === "pglite") void opened.panicked?.then(threads.onDeath);
  watchDatabase(opened);
  stops.push(() => crawlers.close());
  const pool = startPool();
  registerPool(pool);
  stops.push(() => pool.stop());
  const payments = import("@/lib/money/chain/require-payments").then(({ requirePayments }) => requirePayments(env()));
  payments.catch(() => undefined);
  const next = await startNext({ isDev, root, port: env().PORT });
  stops.push(() => next.close());
  await payments;
  const http = await serve(next, { isDev, paidCalls, thread });
  if ("innerPath" in http) threads.front = http;
  const work = { stop: (): Promise<unknown> => Promise.resolve() };
  stops.push(async () => void (await Promise.all([http.close(), work.stop()])));
  await announce(http.port);
  work.stop = await startWork(db, isEmbedded);
  if (threads.front) stops.push(loadSharedCode(threads.front.innerPath));
}

/**
 * Objects of a long answer often survive a young collection. V8 would then allocate later objects of the same code in
 * the old generation, where they stay until the next full collection.
 */
const keepAllocationsYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring");

/** Starts everything that `npm start` runs, in one process. It may be stopped while it is starting. */
export function startServer({ root, isDev }: { root: string; isDev: boolean }): RunningServer {
  keepAllocationsYoung();
  measureThread("main");
  const stops: Stop[] = [];
  const stop = async () => {
    for (const stopNext of stops.splice(0).toReversed()) await stopNext();
  };
  let onDeath: Threads["onDeath"] = () => undefined;
  const broken = new Promise<Error>((resolve) => (onDeath = resolve));
  const threads: Threads = { front: null, onDeath };
  const heapUsed = async () => process.memoryUsage().heapUsed + ((await threads.front?.heapUsed()) ?? 0);
  return { ready: start(root, isDev, stops, threads), broken, heapUsed, stop };
}
