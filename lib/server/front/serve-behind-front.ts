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

export interface FrontThreadOptions {
  paidCalls: PaidCalls;
  crawlers: CrawlerRecorder;
  onDeath(error: Error): void;
}

export interface FrontedServer extends HttpServer {
  heapUsed(): Promise<number>;
  /** Private socket where pages are asked for without the front. */
  innerPath: string;
}

export interface FrontThread {
  /** Listens on the port, with Next behind it on a private socket. `next` answers pages and the files of the build. */
  serve(port: number, next: RequestListener): Promise<FrontedServer>;
  stop(): Promise<void>;
}

/** Starts the front's thread, which loads its program while this thread loads Next. */
export function openFrontThread({ paidCalls, crawlers, onDeath }: FrontThreadOptions): FrontThread {
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
  async function serve(port: number, next: RequestListener): Promise<FrontedServer> {
    const address = createInnerAddress();
    const inner = await serveInner(address.path, next);
    async function close(): Promise<void> {
      await front.stop();
      await inner.close();
      address.remove();
    }
    try {
      return { port: await front.listen(port, address.path), innerPath: address.path, heapUsed: () => front.heapUsed(), close };
    } catch (error) {
      await close();
      throw error;
    }
  }
  return { serve, stop: () => front.stop() };
}
