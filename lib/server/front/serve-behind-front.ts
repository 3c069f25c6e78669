import type { RequestListener } from "node:http";
import type { CrawlerRecorder } from "@/lib/http/crawlers/recorder";
import { database } from "@/db/database";
import { countInFront } from "@/lib/http/request-counts";
import { readVersions } from "@/lib/loaders/freshness/dataset-versions";
import type { PaidCalls } from "../pages/paid-calls";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { answerApi, documentPaths, longestBody, probePaths } from "../api/answer-api";
import { refusalAnswer } from "../api/refuse-early";
import { serveInner, type HttpServer } from "../serve-http";
import { routePatterns } from "../requests/route-patterns";
import { createInnerAddress } from "./inner-address";
import { startFront } from "./start-front";
import type { Tally } from "./protocol";

export interface ServeBehindFrontOptions {
  port: number;
  /** Answers pages and the files of the build. */
  next: RequestListener;
  paidCalls: PaidCalls;
  crawlers: CrawlerRecorder;
  onDeath(error: Error): void;
}

export interface FrontedServer extends HttpServer {
  heapUsed(): Promise<number>;
}

/** Starts the front's thread on the port, and Next behind it on a private socket. */
export async function serveBehindFront({ port, next, paidCalls, crawlers, onDeath }: ServeBehindFrontOptions): Promise<FrontedServer> {
  function onTally({ crawlers: visits, ...counts }: Tally): void {
    countInFront(counts);
    for (const { userAgent, path, at } of visits) crawlers.record(userAgent, path, at);
  }
  const front = startFront({
    readVersions: async () => readVersions(await database()),
    served: { documents: documentPaths(), longestBody: longestBody(), probes: probePaths(), routes: routePatterns() },
    answer: (request) => (isPremiumPath(request.url) ? paidCalls.during(() => answerApi(request)) : answerApi(request)),
    refuse: refusalAnswer,
    onTally,
    onDeath,
  });
  const address = createInnerAddress();
  const inner = await serveInner(address.path, next);
  async function close(): Promise<void> {
    await front.stop();
    await inner.close();
    address.remove();
  }
  try {
    return { port: await front.listen(port, address.path), heapUsed: () => front.heapUsed(), close };
  } catch (error) {
    await close();
    throw error;
  }
}
