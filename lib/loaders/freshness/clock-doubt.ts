import { consultClock } from "@/db/queries/clock";
import type { Db } from "@/db/client";
import { statusPages } from "@/lib/catalogs/status-pages";
import { hearSource } from "@/lib/config/clock";
import type { ClockDoubt } from "@/lib/domain/freshness/clock";
import { env } from "@/lib/config/env";
import { readServerDates } from "@/lib/sources/http/server-dates";

/** More than the three that are needed: some are silent, some answer from a cache. */
const ASKED_SOURCES = 8;
const ASK_AGAIN_MS = 60_000;

const addresses = (): string[] =>
  [...new Map(statusPages.map(({ pageUrl }) => [new URL(pageUrl).host, pageUrl])).values()].slice(0, ASKED_SOURCES);

let askedAt = -Infinity;

/** Has a few sources say what time it is, at most once a minute; documents that are replayed do not know. */
export async function askSourcesForTime(): Promise<void> {
  if (env().SOURCES_REPLAY_DIR !== undefined || performance.now() - askedAt < ASK_AGAIN_MS) return;
  askedAt = performance.now();
  await readServerDates(addresses(), hearSource);
}

/** Why jobs may not stamp now; null: they may. The sources are asked where the clock is in doubt. */
export async function clockOfJobs(db: Db): Promise<ClockDoubt | null> {
  if ((await consultClock(db)) === null) return null;
  await askSourcesForTime();
  return consultClock(db);
}
