import type { IncomingMessage } from "node:http";
import { labelOf } from "@/lib/http/crawlers/label-of";
import type { CrawlerVisit, Tally } from "./protocol";
import { pathOf } from "@/lib/http/target";

const SAY_EVERY_MS = 1000;
/** As many visits of crawlers wait for the second to pass. */
const MOST_VISITS = 256;

export interface Tallier {
  count(request: IncomingMessage, status: 200 | 304): void;
  /** Says what was counted and not yet said. */
  flush(): void;
}

/** Counts in memory and says it once a second: the main thread keeps the sums, and the crawlers' log. */
export function createTallier(say: (tally: Tally) => void): Tallier {
  let prepared = 0;
  let notModified = 0;
  let crawlers: CrawlerVisit[] = [];
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (prepared === 0) return;
    say({ prepared, notModified, crawlers });
    prepared = notModified = 0;
    crawlers = [];
  }

  return {
    count(request, status) {
      prepared++;
      if (status === 304) notModified++;
      timer ??= setTimeout(flush, SAY_EVERY_MS).unref();
      const userAgent = request.headers["user-agent"];
      if (!userAgent || labelOf(userAgent) === null) return;
      crawlers.push({ userAgent, path: pathOf(request.url ?? "/"), at: new Date() });
      if (crawlers.length >= MOST_VISITS) flush();
    },
    flush,
  };
}
