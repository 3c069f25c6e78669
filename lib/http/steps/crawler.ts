import { database } from "@/db/database";
import { env } from "@/lib/config/env";
import type { ApiRequest } from "../answer";
import { startedRecorder } from "../crawlers/recorder";
import { startCrawlerRecorder } from "../crawlers/start-recorder";
import { pathOf, targetOf } from "../target";

/** Counts a known crawler's hit in memory; never slows or fails the request. */
export function recordCrawler(request: ApiRequest): void {
  const userAgent = request.headers.get("user-agent");
  if (!userAgent) return;
  // Our own server starts the recorder; on Vercel the first hit has to.
  const recorder = startedRecorder() ?? (env().isVercel ? startCrawlerRecorder(database) : undefined);
  recorder?.record(userAgent, pathOf(targetOf(request.url)), new Date());
}
