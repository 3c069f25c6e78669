import { NothingReadError } from "@/lib/ingest/require-one-read";
import { refreshKevCatalog } from "@/lib/loaders/security/refresh-cve-catalogs";
import { KEV_SOURCE } from "@/lib/sources/security/bulk-catalogs";
import { SourceError } from "@/lib/sources/http/source";
import { defineJob, type JobCounts } from "./define";

export const refreshKev = defineJob({
  name: "refresh-kev",
  summary: "Reads CISA's whole catalog of known exploited vulnerabilities; one that fails or shrinks keeps the previous reading",
  cadence: { dailyAt: "06:30" },
  writes: ["kev"],
  timeoutSeconds: 60,
  runsAtStart: true,
  async run({ db, http, now, signal }): Promise<JobCounts> {
    try {
      const { items, isChanged } = await refreshKevCatalog({ db, http, now, signal });
      return { entries: items, changed: isChanged ? 1 : 0 };
    } catch (error) {
      if (error instanceof SourceError) throw new NothingReadError([{ source: KEV_SOURCE, fault: error.fault }]);
      throw error;
    }
  },
});
