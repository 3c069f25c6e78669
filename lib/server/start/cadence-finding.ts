import type { Db } from "@/db/client";
import { isEmbedded } from "@/db/connection";
import { listNewestRuns } from "@/db/queries/freshness/jobs";
import { findInstalledAt } from "@/db/queries/installation";
import { jobs } from "@/jobs/index";
import type { Env } from "@/lib/config/env";
import { toCron } from "@/lib/domain/freshness/cadence";
import { isCadenceUnmet } from "@/lib/domain/freshness/unmet-cadence";
import { bad, good, type Finding } from "./finding";

const NAMED = 3;

/** Who can run the jobs of this configuration, in words that say what to do. */
function mendOf({ SCHEDULER, isVercel, PUBLIC_BASE_URL }: Env): string {
  if (SCHEDULER && !isVercel) return "start the service, which runs them itself; `npm run jobs -- list` shows why one does not run";
  const address = PUBLIC_BASE_URL ?? "https://data.example.org";
  return `let a scheduler call \`GET ${address}/api/cron/<job>\` with \`Authorization: Bearer $CRON_SECRET\` at the times of \`npm run jobs -- list\`, or keep one process with SCHEDULER=on on the same database`;
}

/** Whether somebody runs every job as often as it says: on a host with daily crons nothing does so by itself. */
export async function cadenceFinding(db: Db, values: Env, now: Date): Promise<Finding> {
  const expected = jobs.filter(({ isEmbeddedOnly }) => !isEmbeddedOnly || isEmbedded(db));
  const [runs, installedAt] = await Promise.all([
    listNewestRuns(
      db,
      expected.map(({ name }) => name),
      now,
    ),
    findInstalledAt(db),
  ]);
  const unmet = expected.filter(({ name, cadence }) => isCadenceUnmet(cadence, runs.get(name)?.startedAt ?? installedAt, now));
  if (unmet.length === 0) return good("jobs", `all ${expected.length} run as often as they say`);
  const named = unmet.slice(0, NAMED).map(({ name, cadence }) => {
    const ranAt = runs.get(name)?.startedAt;
    return `${name} (${toCron(cadence)}) ${ranAt ? `last ran at ${ranAt.toISOString()}` : "never ran"}`;
  });
  const more = unmet.length > NAMED ? `, and ${unmet.length - NAMED} more` : "";
  return bad("jobs", `${unmet.length} of ${expected.length} do not run as often as they say: ${named.join(", ")}${more}`, mendOf(values));
}
