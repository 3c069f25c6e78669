import type { NewsSource } from "@/lib/catalogs/news-sources";
import type { FeedReading } from "@/lib/sources/news/news-item";
import { faultOf, type SourceHttp, type Validators } from "@/lib/sources/http/source";
import { offload } from "@/lib/sources/workers/offload";

const FETCH_TIMEOUT_MS = 10_000;

/** A failure is a value, so that one source cannot fail the others. */
export type NewsOutcome =
  | { kind: "fresh"; source: NewsSource; reading: FeedReading; validators: Validators }
  | { kind: "unchanged"; source: NewsSource }
  | { kind: "empty"; source: NewsSource }
  | { kind: "failed"; source: NewsSource; fault: string; error: string };

export function failedOutcome(source: NewsSource, error: unknown): NewsOutcome {
  const { fault, message } = faultOf(error);
  return { kind: "failed", source, fault, error: message };
}

export async function readNewsSource(source: NewsSource, http: SourceHttp, seenAt: Date): Promise<NewsOutcome> {
  try {
    const answer = await http.get({ source: `news/${source.id}`, url: source.feedUrl, timeoutMs: FETCH_TIMEOUT_MS });
    if (answer.kind === "unchanged") return { kind: "unchanged", source };
    const outcome = await offload("readNewsFeed", {
      bytes: answer.bytes,
      contentType: answer.contentType,
      source,
      seenAt: seenAt.toISOString(),
    });
    if ("fault" in outcome && outcome.fault === "empty") return { kind: "empty", source };
    if ("fault" in outcome) return { kind: "failed", source, fault: outcome.fault, error: outcome.message };
    return { kind: "fresh", source, reading: outcome.reading, validators: answer.validators };
  } catch (error) {
    return failedOutcome(source, error);
  }
}
