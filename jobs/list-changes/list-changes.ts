import type { Db } from "@/db/client";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { appendChanges } from "@/db/queries/history/change-events";
import { listUnlistedDays } from "@/db/queries/history/unlisted-changes";
import { defineJob } from "@/jobs/define";
import { dayChanges, incidentChanges, kevChanges, retirementChanges } from "./collect-changes";

/** Small enough that a database with years of history is worked off over several runs. */
const MOST_DAYS = 100;
const MOST_CHANGES = 500;

type DayType = keyof typeof dayChanges;

/** The first captured day has nothing to be compared with, and makes no changes. */
async function listDayChanges(db: Db, type: DayType, now: Date, signal: AbortSignal): Promise<number> {
  let listed = 0;
  for (const { date, at, previous } of await listUnlistedDays(db, type, MOST_DAYS)) {
    signal.throwIfAborted();
    const changes = previous === null ? [] : await dayChanges[type](db, { date, at, previous });
    listed += await appendChanges(db, changes, now, { type, date });
  }
  return listed;
}

export const listChanges = defineJob({
  name: "list-changes",
  summary:
    "Lists what changed in the stored data: prices, models, incidents, benchmark scores, exploited vulnerabilities and ends of models",
  cadence: { everyMinutes: 1 },
  writes: ["changes"],
  timeoutSeconds: 50,
  runsAtStart: true,
  async run({ db, now, signal }) {
    const incidents = await appendChanges(db, await incidentChanges(db, MOST_CHANGES), now);
    const kev = await appendChanges(db, await kevChanges(db, MOST_CHANGES), now);
    const retirements = await appendChanges(db, await retirementChanges(db, MOST_CHANGES), now);
    const models = await listDayChanges(db, "pricing", now, signal);
    const benchmarks = await listDayChanges(db, "benchmarks", now, signal);
    await recordSourceOutcomes(db, [{ source: "changes/list", dataset: "changes", at: now, fault: null }]);
    return { incidents, kev, retirements, models, benchmarks };
  },
});
