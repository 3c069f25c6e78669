import { inTransaction } from "@/db/client";
import { listAttentionFacts, saveAttentionDay } from "@/db/queries/attention/attention";
import { bumpVersion, recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { providerOfBot } from "@/lib/catalogs/crawlers";
import { attentionCounts } from "@/lib/domain/attention/attention-counts";
import { attentionIndex } from "@/lib/domain/attention/attention-index";
import type { CaptureContext } from "./capture";

/** A week without any mention means that the news are missing, so nothing is captured. */
export async function captureAttention({ db, date, now, capturedAt }: CaptureContext): Promise<number> {
  const index = attentionIndex(attentionCounts(await listAttentionFacts(db, now), providerOfBot));
  if (index.every((entry) => entry.news7d === 0)) return 0;
  await inTransaction(db, async (tx) => {
    await saveAttentionDay(
      tx,
      index.map(({ id, ...entry }) => ({ date, provider: id, ...entry })),
    );
    await recordSourceOutcomes(tx, [
      { source: "attention/daily-index", dataset: "attention", at: capturedAt, fault: null, itemCount: index.length },
    ]);
    await bumpVersion(tx, "attention", now);
  });
  return index.length;
}
