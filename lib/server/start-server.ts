import type { Db } from "@/db/client";
import { startCrawlerRecorder } from "@/lib/crawlers/start-recorder";
import { database } from "@/lib/database";
import { databaseChoice, env } from "@/lib/env";
import { registerPool } from "@/lib/workers/offload";
import { startPool } from "@/lib/workers/pool";
import { createAddressReader } from "./client-address";
import { freshnessTable } from "./freshness-table";
import { createFront } from "./front";
import { createListener } from "./listener";
import { startNext } from "./next-server";
import { openDatabase } from "./open-database";
import { serveHttp } from "./serve-http";

type Stop = () => Promise<void> | void;

export interface RunningServer {
  ready: Promise<void>;
  /** In the reverse of the order in which things were started. */
  stop(): Promise<void>;
}

async function announce(port: number): Promise<void> {
  const { SITE_NAME, PUBLIC_BASE_URL, DATA_DIR, SCHEDULER } = env();
  const choice = databaseChoice(env());
  const place = choice.driver === "pglite" ? `embedded database in ${DATA_DIR}` : `Postgres at ${new URL(choice.url).host}`;
  const lines = [
    `${SITE_NAME} is at http://localhost:${port}${PUBLIC_BASE_URL ? ` (public: ${PUBLIC_BASE_URL})` : ""}`,
    `Process ${process.pid}, ${place}; ${SCHEDULER ? "jobs run here" : "no jobs run here (SCHEDULER=off)"}`,
    await freshnessTable(await database(), new Date()),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Jobs and the command line, loaded only once the service answers. */
async function startWork(db: Db, isEmbedded: boolean): Promise<() => Promise<unknown>> {
  const { DATA_DIR, SCHEDULER } = env();
  const [{ startControl }, { startScheduler }] = await Promise.all([import("./control"), import("@/jobs/scheduler")]);
  const stopControl = isEmbedded ? await startControl(DATA_DIR, db) : async () => undefined;
  const stopScheduler = SCHEDULER ? startScheduler(db) : async () => undefined;
  return () => Promise.all([stopControl(), stopScheduler()]);
}

async function start(root: string, isDev: boolean, stops: Stop[]): Promise<void> {
  const { PORT, TRUSTED_PROXY, FRONT } = env();
  const { db, isEmbedded, close } = await openDatabase(root);
  stops.push(close);
  const crawlers = startCrawlerRecorder(database);
  stops.push(() => crawlers.close());
  const pool = startPool();
  registerPool(pool);
  stops.push(() => pool.stop());
  const next = await startNext({ isDev, root, port: PORT });
  stops.push(() => next.close());
  const addressOf = createAddressReader(TRUSTED_PROXY);
  const answer = FRONT && !isDev ? createFront({ next: next.handle, database }) : next.handle;
  const http = await serveHttp(PORT, createListener(addressOf, answer));
  const work = { stop: (): Promise<unknown> => Promise.resolve() };
  stops.push(async () => void (await Promise.all([http.close(), work.stop()])));
  await announce(http.port);
  work.stop = await startWork(db, isEmbedded);
}

/** Everything that `npm start` runs, in one process; it may be stopped while it starts. */
export function startServer({ root, isDev }: { root: string; isDev: boolean }): RunningServer {
  const stops: Stop[] = [];
  const stop = async () => {
    for (const stopOne of stops.splice(0).toReversed()) await stopOne();
  };
  return { ready: start(root, isDev, stops), stop };
}
