import pLimit from "p-limit";
import type { JobContext } from "../define";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import type { NewsSource } from "@/lib/catalogs/news-sources";
import type { UnreadSource } from "@/lib/ingest/require-one-read";
import { failedOutcome, readNewsSource, type NewsOutcome } from "./read-source";
import { storeReading } from "./store-reading";

/** Concurrent requests: enough that a few slow feeds do not delay the others. */
const CONCURRENCY = 24;

interface Tally {
  outcomes: NewsOutcome[];
  added: number;
  changed: number;
}

/** Stores each source as soon as it is read. One that cannot be stored counts as failed and is read in full next time. */
async function readAndStore(sources: readonly NewsSource[], { db, http, now, signal, log }: JobContext): Promise<Tally> {
  const tally: Tally = { outcomes: [], added: 0, changed: 0 };
  await pLimit(CONCURRENCY).map(sources, async (source) => {
    let outcome = await readNewsSource(source, http, now);
    if (signal.aborted) return;
    if (outcome.kind === "fresh") {
      try {
        const { added, changed } = await storeReading(db, outcome, now, signal);
        tally.added += added;
        tally.changed += changed;
      } catch (error) {
        log("articles could not be stored", { source: source.id, error: String(error) });
        outcome = failedOutcome(source, error);
      }
    }
    tally.outcomes.push(outcome);
  });
  return tally;
}

type NewsCounts = Record<"sources" | "read" | "unchanged" | "failed" | "added" | "changed", number>;

export async function refreshSources(
  sources: readonly NewsSource[],
  context: JobContext,
): Promise<{ counts: NewsCounts; unread: UnreadSource[] }> {
  const { outcomes, added, changed } = await readAndStore(sources, context);
  const others = outcomes.filter((outcome) => outcome.kind !== "fresh");
  await recordSourceOutcomes(
    context.db,
    others.map((outcome) => ({
      source: `news/${outcome.source.id}`,
      dataset: "news" as const,
      at: context.now,
      fault: outcome.kind === "failed" ? outcome.fault : null,
      error: outcome.kind === "failed" ? outcome.error : null,
      itemCount: outcome.kind === "empty" ? 0 : null,
    })),
  );
  const count = (kind: NewsOutcome["kind"]): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  const unread = outcomes.flatMap((outcome) =>
    outcome.kind === "failed" ? [{ source: `news/${outcome.source.id}`, fault: outcome.fault }] : [],
  );
  return {
    counts: {
      sources: sources.length,
      read: count("fresh") + count("empty"),
      unchanged: count("unchanged"),
      failed: unread.length,
      added,
      changed,
    },
    unread,
  };
}
