import { refreshEpssTable } from "@/lib/loaders/security/refresh-cve-catalogs";
import { SourceError } from "@/lib/sources/http/source";
import { defineJob, type JobCounts } from "./define";

export const refreshEpss = defineJob({
  name: "refresh-epss",
  summary: "Reads the day's whole table of exploit prediction scores; one that fails or shrinks keeps the previous reading",
  cadence: { dailyAt: "14:40" },
  writes: ["epss"],
  timeoutSeconds: 240,
  runsAtStart: true,
  async run({ db, http, now, signal }): Promise<JobCounts | { skipped: string }> {
    try {
      const { items, isChanged } = await refreshEpssTable({ db, http, now, signal });
      return { scores: items, changed: isChanged ? 1 : 0 };
    } catch (error) {
      if (error instanceof SourceError) return { skipped: `${error.fault}: ${error.message}` };
      throw error;
    }
  },
});
