import { consultClock } from "@/db/queries/clock";
import type { Db } from "@/db/client";
import { statusPages } from "@/lib/catalogs/status-pages";
import { hearSource } from "@/lib/config/clock";
import type { ClockDoubt } from "@/lib/domain/freshness/clock";
import { env } from "@/lib/config/env";
import { readServerDates } from "@/lib/sources/http/server-dates";

/** More than the three needed, since some do not answer and some answer from a cache. */
const MOST_CLOCK_SOURCES = 8;
const ASK_INTERVAL_MS = 60_000;

const addresses = (): string[] =>
  [...new Map(statusPages.map(({ pageUrl }) => [new URL(pageUrl).host, pageUrl])).values()].slice(0, MOST_CLOCK_SOURCES);

let lastAskedAt = -Infinity;

/** Reads the time from a few sources, at most once a minute. Replayed documents carry no current time. */
export async function askSourcesForTime(): Promise<void> {
  if (env().SOURCES_REPLAY_DIR !== undefined || performance.now() - lastAskedAt < ASK_INTERVAL_MS) return;
  lastAskedAt = performance.now();
  await readServerDates(addresses(), hearSource);
}

/** Why jobs may not write timestamps now; null when they may. */
export async function clockOfJobs(db: Db): Promise<ClockDoubt | null> {
  if ((await consultClock(db)) === null) return null;
  await askSourcesForTime();
  return consultClock(db);
}
