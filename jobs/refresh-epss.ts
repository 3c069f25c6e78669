import { NothingReadError } from "@/lib/ingest/require-one-read";
import { refreshEpssTable } from "@/lib/loaders/security/refresh-cve-catalogs";
import { EPSS_SOURCE } from "@/lib/sources/security/bulk-catalogs";
import { SourceError } from "@/lib/sources/http/source";
import { defineJob, type JobCounts } from "./define";

export const refreshEpss = defineJob({
  name: "refresh-epss",
  summary: "Reads the day's whole table of exploit prediction scores; one that fails or shrinks keeps the previous reading",
  cadence: { dailyAt: "14:40" },
  writes: ["epss"],
  timeoutSeconds: 240,
  runsAtStart: true,
  async run({ db, http, now, signal }): Promise<JobCounts> {
    try {
      const { items, isChanged } = await refreshEpssTable({ db, http, now, signal });
      return { scores: items, changed: isChanged ? 1 : 0 };
    } catch (error) {
      if (error instanceof SourceError) throw new NothingReadError([{ source: EPSS_SOURCE, fault: error.fault }]);
      throw error;
    }
  },
});
