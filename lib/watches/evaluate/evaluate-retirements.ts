import type { Db } from "@/db/client";
import { listVersions } from "@/db/queries/freshness/operations";
import { listAnnouncedEnds } from "@/db/queries/watches/announced-ends";
import { utcDay } from "@/lib/domain/basics/date-range";
import { endsOfSubjects, evaluateRetirements, type WatchedEnd } from "@/lib/domain/watches/watch-retirement";
import { evaluateDue } from "./evaluate-due";

/** Evaluates every retirement watch once for each day and each version of the data. */
export async function evaluateRetirementWatches(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const versions = new Map((await listVersions(db)).map(({ dataset, version }) => [dataset, version]));
  const today = utcDay(now);
  const version = `${today} ${versions.get("retirements") ?? 0}.${versions.get("models") ?? 0}`;
  let ends: Promise<WatchedEnd[]> | undefined;
  return evaluateDue(db, "retirement", { version, now, signal }, async (tx, due) => {
    const announced = await (ends ??= listAnnouncedEnds(tx));
    return due.map(({ id, spec, subjects, seen }) => ({
      id,
      ...evaluateRetirements(spec, seen ?? {}, endsOfSubjects(announced, subjects), today),
    }));
  });
}
