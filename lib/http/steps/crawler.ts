import { startCrawlerRecorder } from "../crawlers/start-recorder";
import { database } from "@/db/database";
import { env } from "@/lib/config/env";
import type { ApiRequest } from "../answer";

interface CrawlerRecorder {
  record(userAgent: string, path: string, at: Date): void;
}

const RECORDER = Symbol.for("crawler-recorder");
const shared = globalThis as { [RECORDER]?: CrawlerRecorder };

/** Our server starts it; on Vercel no process of ours does, so the first hit does. */
const crawlerRecorder = (): CrawlerRecorder | undefined =>
  shared[RECORDER] ?? (env().isVercel ? startCrawlerRecorder(database) : undefined);

/** Counts a known crawler's hit in memory; never slows or fails the request. */
export function recordCrawler(request: ApiRequest): void {
  const userAgent = request.headers.get("user-agent");
  if (!userAgent) return;
  const start = request.url.indexOf("/", request.url.indexOf("://") + 3);
  crawlerRecorder()?.record(userAgent, request.url.slice(start).split("?", 1)[0] ?? "/", new Date());
}
