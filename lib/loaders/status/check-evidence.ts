import type { Db } from "@/db/client";
import { listProbeSummaries } from "@/db/queries/probes/probe";
import { listIncidents } from "@/db/queries/status/status";
import { endpointsOf } from "@/lib/catalogs/inference-endpoints";
import { statusPages } from "@/lib/catalogs/status-pages";
import { datasets } from "@/lib/datasets";
import { probeReading, type ProbeReading } from "@/lib/domain/probes/probe-reading";
import type { Incident } from "@/lib/schemas/status";
import { oncePerVersion } from "../freshness/once-per-version";
import { toIncidents } from "./to-incident";

/** The open incident of each service, by the service's name: at most one is open per service. */
export const openIncidents = oncePerVersion(["provider_status"], async (db): Promise<ReadonlyMap<string, Incident>> => {
  const rows = await listIncidents(db, { isOpen: true, limit: statusPages.length });
  return new Map((await toIncidents(db, rows)).map((incident) => [incident.service, incident]));
});

const summaries = oncePerVersion(
  ["probe"],
  async (db) => new Map((await listProbeSummaries(db)).map(({ target, summary }) => [target, summary])),
);

/** What the probe of a provider's API says about now; null where it is not probed, or was not lately. */
export async function providerProbe(db: Db, provider: string, now: Date): Promise<ProbeReading | null> {
  const byTarget = await summaries(db);
  const [reading = null] = endpointsOf(provider).flatMap(({ id }) => {
    const summary = byTarget.get(id);
    return (summary && probeReading(summary, datasets.probe.cadenceSeconds, now)) ?? [];
  });
  return reading;
}
