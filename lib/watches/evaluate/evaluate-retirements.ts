import { inTransaction, type Db } from "@/db/client";
import { listVersions } from "@/db/queries/freshness/operations";
import { listAnnouncedEnds } from "@/db/queries/watches/announced-ends";
import { queueFires } from "@/db/queries/watches/watch-deliveries";
import { lockRetirementWatches, saveSeenRetirements } from "@/db/queries/watches/watch-evaluations";
import { utcDay } from "@/lib/domain/basics/date-range";
import { endsOfSubjects, evaluateRetirements, type WatchedEnd } from "@/lib/domain/watches/watch-retirement";
import { newDeliveryId } from "../watch-secret";

const BATCH = 200;

async function evaluateBatch(tx: Db, evaluatedFor: string, now: Date, loadEnds: () => Promise<WatchedEnd[]>) {
  const due = await lockRetirementWatches(tx, evaluatedFor, BATCH, now);
  if (due.length === 0) return { watches: 0, fired: 0 };
  const ends = await loadEnds();
  const results = due.map(({ id, spec, subjects, seen }) => ({
    id,
    ...evaluateRetirements(spec, seen, endsOfSubjects(ends, subjects), utcDay(now)),
  }));
  const fires = results.flatMap(({ id, matches }) => matches.map((match) => ({ id: newDeliveryId(), watchId: id, firedAt: now, match })));
  await queueFires(tx, fires);
  await saveSeenRetirements(tx, results, evaluatedFor);
  return { watches: due.length, fired: fires.length };
}

/** Evaluates every retirement watch once for each day and each version of the data. */
export async function evaluateRetirementWatches(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const versions = new Map((await listVersions(db)).map(({ dataset, version }) => [dataset, version]));
  const evaluatedFor = `${utcDay(now)} ${versions.get("retirements") ?? 0}.${versions.get("models") ?? 0}`;
  let ends: Promise<WatchedEnd[]> | undefined;
  for (let fired = 0; ;) {
    signal.throwIfAborted();
    const batch = await inTransaction(db, async (tx) => evaluateBatch(tx, evaluatedFor, now, () => (ends ??= listAnnouncedEnds(tx))));
    fired += batch.fired;
    if (batch.watches === 0) return fired;
  }
}
