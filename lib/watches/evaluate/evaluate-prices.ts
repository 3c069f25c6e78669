import { inTransaction, type Db } from "@/db/client";
import { listMissedPrices, listPricesOf, lockPriceWatches, savePrices, type PriceWatch } from "@/db/queries/watches/watch-evaluations";
import { batchesOf } from "@/db/queries/upsert-rows";
import { queueFires, type QueuedFire } from "@/db/queries/watches/watch-deliveries";
import { evaluatePrice, type CurrentPrice } from "@/lib/domain/watches/watch-price";
import { newDeliveryId } from "../watch-secret";

async function evaluate(tx: Db, watches: readonly PriceWatch[], prices: ReadonlyMap<string, CurrentPrice>, now: Date): Promise<number> {
  const values: { id: string; value: number | null }[] = [];
  const fires: QueuedFire[] = [];
  for (const { id, spec, subject, lastValue } of watches) {
    const listing = prices.get(subject);
    if (!listing) continue;
    const { value, match } = evaluatePrice(spec, lastValue, listing);
    if (value !== lastValue) values.push({ id, value });
    if (match) fires.push({ id: newDeliveryId(), watchId: id, firedAt: now, match });
  }
  await savePrices(tx, values);
  await queueFires(tx, fires);
  return fires.length;
}

export interface StoredPrice extends CurrentPrice {
  modelKey: string;
}

/** Runs in the transaction that stores the listings, so that every price is compared exactly once. */
export async function evaluateStoredPrices(tx: Db, listings: readonly StoredPrice[], now: Date): Promise<number> {
  const prices = new Map(listings.map((listing) => [`${listing.providerId}/${listing.modelKey}`, listing]));
  return evaluate(tx, await lockPriceWatches(tx, [...prices.keys()], now), prices, now);
}

/** Catches up on watches that were created, or got their model, while a price was being stored. */
export async function evaluateMissedPrices(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  let fired = 0;
  for (const subjects of batchesOf(await listMissedPrices(db, now))) {
    signal.throwIfAborted();
    fired += await inTransaction(db, async (tx) => {
      const watches = await lockPriceWatches(tx, subjects, now);
      return evaluate(tx, watches, await listPricesOf(tx, subjects), now);
    });
  }
  return fired;
}
