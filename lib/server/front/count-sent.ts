import type { IncomingMessage } from "node:http";
import { countAnswer, countPrepared } from "@/lib/http/call/request-counts";
import { startedRecorder } from "@/lib/http/crawlers/recorder";
import { pathOf } from "@/lib/http/target";

/** Counts an answer that was sent without a handler, and the visit of the crawler that asked for it. */
export function countSent({ headers, url = "/" }: IncomingMessage, status: 200 | 304 | 429): void {
  countAnswer(status);
  if (status !== 429) countPrepared();
  const userAgent = headers["user-agent"];
  if (userAgent) startedRecorder()?.record(userAgent, pathOf(url), new Date());
}
