import { inTransaction, type Db } from "@/db/client";
import { findSnapshot, listSnapshotDates } from "@/db/queries/history/history";
import { listListingsOn } from "@/db/queries/history/listing-history";
import { listRetirementChangesIn } from "@/db/queries/history/change-events";
import { retirementLine } from "@/lib/domain/history/changes/retirement-line";
import { listModelAliases } from "@/db/queries/models/models";
import { lockDueDigests, saveDigestTimes, type DigestWatch } from "@/db/queries/watches/watch-evaluations";
import { queueFires } from "@/db/queries/watches/watch-deliveries";
import { comparePrices, type DayPrice } from "@/lib/domain/history/compare-prices";
import { DIGEST_DAYS, digestDays, digestMatch, isDigestReady, nextDigestAt, type DigestMatch } from "@/lib/domain/watches/watch-digest";
import type { DigestCadence } from "@/lib/domain/watches/watch-spec";
import { newDeliveryId } from "../watch-secret";
import { DAY_MS } from "@/lib/domain/basics/time";

const BATCH = 500;
const MOST_ENDS = 20;

async function pricesOn(db: Db, date: string): Promise<DayPrice[]> {
  const spans = await listListingsOn(db, { date, scope: "makers" });
  return spans.flatMap(({ inputPrice, outputPrice, ...span }) =>
    inputPrice === null || outputPrice === null ? [] : [{ ...span, inputPrice, outputPrice }],
  );
}

async function contentOf(db: Db, cadence: DigestCadence, captured: readonly string[], now: Date): Promise<DigestMatch> {
  const { from, to } = digestDays(captured, cadence);
  const periodEnd = to === null ? now : ((await findSnapshot(db, to, "pricing"))?.capturedAt ?? now);
  if (from === null || to === null) {
    return digestMatch(cadence, { from: new Date(periodEnd.getTime() - DIGEST_DAYS[cadence] * DAY_MS), to: periodEnd }, null);
  }
  const baseline = await findSnapshot(db, from, "pricing");
  const began = baseline?.capturedAt ?? new Date(`${from}T07:00:00Z`);
  const ends = (await listRetirementChangesIn(db, began, periodEnd, MOST_ENDS)).flatMap(retirementLine);
  const comparison = comparePrices(await pricesOn(db, from), await pricesOn(db, to), await listModelAliases(db));
  return digestMatch(cadence, { from: began, to: periodEnd }, comparison, ends);
}

async function fire(tx: Db, due: readonly DigestWatch[], contents: ReadonlyMap<DigestCadence, DigestMatch>, now: Date): Promise<number> {
  const fires = due.flatMap(({ id, cadence }) => {
    const match = contents.get(cadence);
    return match ? [{ id: newDeliveryId(), watchId: id, firedAt: now, match }] : [];
  });
  await queueFires(tx, fires);
  await saveDigestTimes(
    tx,
    due.map(({ id, cadence, dueAt }) => ({ id, dueAt: nextDigestAt(dueAt, cadence, now) })),
  );
  return fires.length;
}

/** Queues the digests that are due once the day's snapshot exists. All watches of a cadence share one content. */
export async function fireDigests(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const contents = new Map<DigestCadence, DigestMatch>();
  const captured = await listSnapshotDates(db, "pricing");
  const last = captured[0] ?? null;
  for (let fired = 0; ;) {
    signal.throwIfAborted();
    const count = await inTransaction(db, async (tx) => {
      const due = (await lockDueDigests(tx, BATCH, now)).filter(({ dueAt }) => isDigestReady(dueAt, last, now));
      for (const { cadence } of due) if (!contents.has(cadence)) contents.set(cadence, await contentOf(tx, cadence, captured, now));
      return fire(tx, due, contents, now);
    });
    fired += count;
    if (count === 0) return fired;
  }
}
