import type { RequestListener } from "node:http";
import { setFlagsFromString } from "node:v8";
import type { Db } from "@/db/client";
import { startCrawlerRecorder } from "@/lib/http/crawlers/start-recorder";
import { connection, database, watchDatabase } from "@/db/database";
import { describePostgres } from "@/lib/config/database-choice";
import { env, misspeltKeys, type Env } from "@/lib/config/env";
import { measureThread } from "@/lib/config/metrics";
import { startTracing } from "@/lib/config/tracing";
import { refreshVersionsSoon, tryFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { registerPool } from "@/lib/sources/workers/offload";
import { startPool } from "@/lib/sources/workers/pool";
import { createAddressReader, trustOf } from "./client-address";
import { freshnessLines } from "./start/freshness-lines";
import { createDemoOffer } from "./demo/demo-offer";
import { createDemoServer } from "./demo/demo-server";
import { createFront } from "./front/front";
import { createListener } from "./listener";
import { openDatabase } from "./start/open-database";
import { salesFinding } from "./start/service-findings";
import { answerApi, servedPaths } from "./api/answer-api";
import { refusalAnswer, refusePaidHere } from "./api/refuse-early";
import { publicPages } from "@/lib/pages";
import { openPagesThread, type PagesThread } from "./pages/open-pages-thread";
import { asPublicPage, type PublicPage } from "./pages/page-address";
import { observeRequests } from "./requests/observe-requests";
import { createRequestLog } from "./requests/request-log";
import { createRouteOf } from "./requests/route-of";
import { routePatterns } from "./requests/route-patterns";
import { serveHttp, type HttpServer } from "./serve-http";
import { describeFailure } from "@/db/store/store-state";
import { keepMarker } from "@/db/embedded/whole-database";
import { log } from "@/lib/config/log";

const EVERY_MS = 60_000;

/** Records once a minute how far the ledger goes. The next start then notices an older copy of the database. */
function watchMarker(db: Db): () => void {
  const timer = setInterval(() => {
    keepMarker(db, env().DATA_DIR).catch((error: unknown) =>
      log.warn("the marker of the database could not be written", { error: describeFailure(error) }),
    );
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

type Stop = () => Promise<void> | void;

export interface RunningServer {
  ready: Promise<void>;
  /** Resolves when the server cannot continue: the pages' thread or the embedded database has failed. */
  broken: Promise<Error>;
  heapUsed(): Promise<number>;
  stop(): Promise<void>;
}

/** Warns that readers of the documents of a service without a name follow links to the wrong place. */
function missingAddressLines({ PUBLIC_BASE_URL, isNameless }: Env, port: number): string[] {
  if (PUBLIC_BASE_URL) return [];
  const sales = isNameless ? "; behind a proxy nothing is sold" : "";
  const named = `Feeds and documents name http://localhost:${port}, which nobody else can reach, and no cache keeps them${sales}.`;
  return [`${named} Set PUBLIC_BASE_URL to the public address, such as https://data.example.org.`];
}

async function announce(port: number): Promise<void> {
  const { SITE_NAME, PUBLIC_BASE_URL, DATA_DIR, SCHEDULER } = env();
  const sales = salesFinding(env());
  const place = describePostgres(env()) ?? `embedded database in ${DATA_DIR}`;
  const lines = [
    `${SITE_NAME} is at http://localhost:${port}${PUBLIC_BASE_URL ? ` (public: ${PUBLIC_BASE_URL})` : ""}`,
    `Process ${process.pid}, ${place}; ${SCHEDULER ? "jobs run here" : "no jobs run here (SCHEDULER=off)"}`,
    ...misspeltKeys(),
    ...missingAddressLines(env(), port),
    ...(sales && !sales.isGood ? [`${sales.name}: ${sales.says}`] : []),
    ...(await freshnessLines(await database(), new Date())),
    ...(SCHEDULER
      ? [
          `Next: due sources are read now, the rest at their times; http://localhost:${port}/data shows what was read, and what failed and why.`,
        ]
      : []),
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

const pagesForAll = (): PublicPage[] => publicPages.map(asPublicPage);

function listen(listener: RequestListener): Promise<HttpServer> {
  const { PORT, TRUSTED_PROXY, LOG_REQUESTS } = env();
  const observed = observeRequests(createRouteOf(routePatterns()), LOG_REQUESTS ? createRequestLog() : null, listener);
  return serveHttp(PORT, trustOf(TRUSTED_PROXY), observed);
}

/** Answers everything by Next and its route files. */
async function serveByRouteFiles({ root, isDev }: Place, stops: Stop[]): Promise<HttpServer> {
  const { PORT, TRUSTED_PROXY } = env();
  const { startNext } = await import("./next-server");
  const next = await startNext({ isDev, root, port: PORT });
  stops.push(() => next.close());
  return listen(createListener(createAddressReader(TRUSTED_PROXY), next.handle, refusePaidHere));
}

/** Answers calls from the declarations, and pages by the thread that renders them. */
async function serveByFront(db: Db, root: string, pages: PagesThread): Promise<HttpServer> {
  const demo = createDemoServer(root);
  const offer = createDemoOffer(db, env(), demo);
  const http = await listen(
    createFront({
      served: servedPaths(),
      addressOf: createAddressReader(env().TRUSTED_PROXY),
      answerCall: (request, refusal) => (refusal ? refusalAnswer(request, refusal) : answerApi(request)),
      versions: {
        refreshSoon: () => void refreshVersionsSoon(database),
        areKnown: async () => tryFreshVersions(await database()).catch(() => false),
      },
      pagesAddress: await pages.listen(pagesForAll()),
      ...(offer ? { offer } : {}),
    }),
  );
  return { port: http.port, close: () => Promise.all([demo.stop(), http.close()]).then(() => pages.stop()) };
}

interface Place {
  root: string;
  isDev: boolean;
  /** True without front and pages' thread, as on Vercel. It is so while developing, and where tests compare both ways. */
  usesRouteFiles: boolean;
  /** True for the server of `npm run demo`, which fills its database first. */
  isDemo?: boolean;
}

interface Hooks {
  pages: PagesThread | null;
  onDeath(error: Error): void;
}

async function start(place: Place, stops: Stop[], hooks: Hooks): Promise<void> {
  await startTracing();
  const crawlers = startCrawlerRecorder(database);
  if (!place.usesRouteFiles) {
    const pages = (hooks.pages = openPagesThread(hooks.onDeath));
    stops.push(() => pages.stop());
  }
  const { db, isEmbedded, close } = await openDatabase(place.root);
  stops.push(close);
  if (place.isDemo) stops.push(await (await import("./seed/demo/keep-demo")).keepDemo(db, env().DATA_DIR));
  const opened = await connection();
  if (opened.driver === "pglite") void opened.panicked?.then(hooks.onDeath);
  watchDatabase(opened);
  stops.push(() => crawlers.close());
  const pool = startPool();
  registerPool(pool);
  stops.push(() => pool.stop());
  await import("@/lib/money/chain/require-payments").then(({ requirePayments }) => requirePayments(env()));
  const http = await (hooks.pages ? serveByFront(db, place.root, hooks.pages) : serveByRouteFiles(place, stops));
  const work = { stop: (): Promise<unknown> => Promise.resolve() };
  stops.push(async () => void (await Promise.all([http.close(), work.stop()])));
  await announce(http.port);
  work.stop = await startWork(db, isEmbedded);
}

/**
 * Objects of a long answer often survive a young collection. V8 would then allocate later objects of the same code in
 * the old generation, where they stay until the next full collection.
 */
const keepAllocationsYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring");

/** Starts everything that `npm start` runs, in one process. It may be stopped while it is starting. */
export function startServer(place: Place): RunningServer {
  keepAllocationsYoung();
  measureThread("main");
  const stops: Stop[] = [];
  const stop = async () => {
    for (const stopNext of stops.splice(0).toReversed()) await stopNext();
  };
  let onDeath: Hooks["onDeath"] = () => undefined;
  const broken = new Promise<Error>((resolve) => (onDeath = resolve));
  const hooks: Hooks = { pages: null, onDeath };
  async function heapUsed(): Promise<number> {
    return process.memoryUsage().heapUsed + ((await hooks.pages?.heapUsed()) ?? 0);
  }
  return { ready: start(place, stops, hooks), broken, heapUsed, stop };
}
