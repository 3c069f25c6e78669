import { join } from "node:path";
import type { Db } from "@/db/client";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { captureSnapshots } from "@/jobs/capture-snapshots/capture-snapshots";
import { clusterNews } from "@/jobs/cluster-news/cluster-news";
import type { Job } from "@/jobs/define";
import { pollStatus } from "@/jobs/poll-status/poll-status";
import { probeEndpoints } from "@/jobs/probe-endpoints";
import { refreshBenchmarks } from "@/jobs/refresh-benchmarks";
import { refreshEpss } from "@/jobs/refresh-epss";
import { refreshGpuPrices } from "@/jobs/refresh-gpu-prices";
import { refreshKev } from "@/jobs/refresh-kev";
import { refreshNews } from "@/jobs/refresh-news/refresh-news";
import { refreshPricing } from "@/jobs/refresh-pricing";
import { refreshTrending } from "@/jobs/refresh-trending";
import { runJob } from "@/jobs/run";
import { loadCatalogs } from "@/lib/server/start/load-bundled-catalogs";
import { createSourceHttp } from "@/lib/sources/http/http";
import { daysAgo, momentOf } from "./captured-days";
import { writeReplayWorld } from "../sources/replay-world";
import { openGate } from "../sources/source-client";

const EVERY_DAY: readonly Job[] = [refreshNews, pollStatus, refreshPricing, refreshBenchmarks];
/** Run on the last day only. */
const LAST_DAY: readonly Job[] = [refreshTrending, refreshGpuPrices, refreshKev, refreshEpss, probeEndpoints, clusterNews];
const STORIES_PER_FEED = 2;

const SHARED_STORY = {
  title: "Halden releases Skua 2, a coding model with open weights",
  text: "Halden has released Skua 2, a coding model whose weights anyone may download.",
  sources: 8,
};

async function serveDay(db: Db, replayDir: string, now: Date, isLast: boolean): Promise<void> {
  const http = (signal: AbortSignal) =>
    createSourceHttp({ memory: storedMemory(db), userAgent: "test", signal, replayDir, gate: openGate(), backoffMs: 1 });
  for (const job of [...EVERY_DAY, ...(isLast ? LAST_DAY : [])]) await runJob(job, { db, http, now, isForced: true });
  await runJob(captureSnapshots, { db, http, now, isForced: true });
}

/** The documents of a day. */
export const dayFolder = (folder: string, ago: number): string => join(folder, `day-${ago}`);

/** Runs the real jobs for several days up to today, with falling prices and an outage. */
export async function serveDays(db: Db, folder: string, days: number): Promise<void> {
  for (let ago = days - 1; ago >= 0; ago--) {
    const now = ago === 0 ? new Date() : momentOf(daysAgo(ago));
    const replayDir = dayFolder(folder, ago);
    writeReplayWorld(replayDir, {
      now: new Date(now.getTime() - 60_000),
      storiesPerFeed: STORIES_PER_FEED,
      shared: SHARED_STORY,
      priceFactor: ago > 2 ? 1.25 : 1,
      troubled: ago === 2 ? { anthropic: "down" } : {},
    });
    if (ago === days - 1) await loadCatalogs(db, now, process.cwd());
    await serveDay(db, replayDir, now, ago === 0);
  }
}
