import type { Db } from "@/db/client";
import { dropPastEditions, editWeek, listUneditedWeeks } from "@/db/queries/news-editions";
import { weekOf } from "@/lib/domain/week-blocks";

/** Feeds are a day late at most; what comes later makes another edition. */
const SETTLED_AFTER_MS = 86_400_000;
/** The rest waits for the next run: fresh news do not. */
const BUDGET_MS = 10_000;

/** Makes the editions of past weeks that the search reads; how many were made. */
export async function makeEditions(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const began = performance.now();
  await dropPastEditions(db);
  let made = 0;
  for (const week of await listUneditedWeeks(db, weekOf(new Date(now.getTime() - SETTLED_AFTER_MS)))) {
    if (signal.aborted || performance.now() - began > BUDGET_MS) break;
    if (await editWeek(db, week)) made += 1;
  }
  return made;
}
