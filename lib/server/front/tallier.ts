import type { IncomingMessage } from "node:http";
import { labelOf } from "@/lib/http/crawlers/label-of";
import type { CrawlerVisit, Tally } from "./protocol";
import { pathOf } from "@/lib/http/target";

const FLUSH_MS = 1000;
/** At this many crawler visits the tally is flushed before its second is over. */
const MAX_VISITS = 256;

export interface Tallier {
  count(request: IncomingMessage, status: 200 | 304 | 429): void;
  flush(): void;
}

/** Counts in memory and posts once a second; the main thread keeps the totals and the crawler log. */
export function createTallier(post: (tally: Tally) => void): Tallier {
  let prepared = 0;
  let notModified = 0;
  let limited = 0;
  let crawlers: CrawlerVisit[] = [];
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (prepared + limited === 0) return;
    post({ prepared, notModified, limited, crawlers });
    prepared = notModified = limited = 0;
    crawlers = [];
  }

  return {
    count(request, status) {
      if (status === 429) limited++;
      else prepared++;
      if (status === 304) notModified++;
      timer ??= setTimeout(flush, FLUSH_MS).unref();
      const userAgent = request.headers["user-agent"];
      if (!userAgent || labelOf(userAgent) === null) return;
      crawlers.push({ userAgent, path: pathOf(request.url ?? "/"), at: new Date() });
      if (crawlers.length >= MAX_VISITS) flush();
    },
    flush,
  };
}
