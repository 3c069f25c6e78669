import type { CrawlerRecorder } from "@/lib/http/crawlers/recorder";
import { database } from "@/db/database";
import { countInFront } from "@/lib/http/call/request-counts";
import { readVersions } from "@/lib/loaders/freshness/dataset-versions";
import { answerApi, documentPaths, longestBody, probePaths } from "../api/answer-api";
import { refusalAnswer } from "../api/refuse-early";
import { routePatterns } from "../requests/route-patterns";
import { startFront, type Front } from "./start-front";
import type { Tally } from "./protocol";

/** Starts the front's thread with this thread's answers behind it. */
export function openFrontThread({ crawlers, onDeath }: { crawlers: CrawlerRecorder; onDeath(error: Error): void }): Front {
  function onTally({ crawlers: visits, ...counts }: Tally): void {
    countInFront(counts);
    for (const { userAgent, path, at } of visits) crawlers.record(userAgent, path, at);
  }
  return startFront({
    readVersions: async () => readVersions(await database()),
    served: { documents: documentPaths(), longestBody: longestBody(), probes: probePaths(), routes: routePatterns() },
    answer: answerApi,
    refuse: refusalAnswer,
    onTally,
    onDeath,
  });
}
