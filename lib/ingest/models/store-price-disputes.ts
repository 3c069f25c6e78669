import type { Db } from "@/db/client";
import { listOpenPriceDisputes, savePriceDisputes } from "@/db/queries/models/price-disputes";
import { disputeKey, type PriceDispute } from "@/lib/domain/models/prices/price-disputes";

/** Notes which figures have come to be disputed, and which no longer are. */
export async function storePriceDisputes(db: Db, disputes: ReadonlyMap<string, PriceDispute>, now: Date): Promise<void> {
  const open = await listOpenPriceDisputes(db);
  const known = new Set(open.map(disputeKey));
  const begun = [...disputes].flatMap(([key, dispute]) => (known.has(key) ? [] : [{ ...dispute, since: now, endedAt: null }]));
  const ended = open.filter((dispute) => !disputes.has(disputeKey(dispute))).map((dispute) => ({ ...dispute, endedAt: now }));
  await savePriceDisputes(db, [...begun, ...ended]);
}
