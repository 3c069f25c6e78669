import type { Db } from "@/db/client";
import { listModelAliases } from "@/db/queries/models/models";
import { listDifferencesBetween } from "@/db/queries/history/listing-differences";
import {
  listNewScores,
  listUnlistedIncidentSteps,
  listUnlistedKevEntries,
  listUnlistedRetirementSteps,
} from "@/db/queries/history/unlisted-changes";
import { statusPages } from "@/lib/catalogs/status-pages";
import type { Change, ChangeFacts } from "@/lib/domain/history/changes/change-event";
import { listingChanges, type CapturedDay } from "@/lib/domain/history/changes/listing-changes";

interface ComparedDay extends CapturedDay {
  previous: string;
}

/** Changes of one captured day against the captured day before. */
export const dayChanges = {
  async pricing(db: Db, { date, at, previous }: ComparedDay): Promise<Change[]> {
    const { before, after } = await listDifferencesBetween(db, previous, date);
    return listingChanges(before, after, await listModelAliases(db), { date, at });
  },
  async benchmarks(db: Db, { date, at, previous }: ComparedDay): Promise<Change[]> {
    const rows = await listNewScores(db, date, previous);
    return rows.map(({ benchmarkKey, benchmark, makerId, ...entry }) => ({
      id: `benchmark/${benchmark}/${benchmarkKey}/${date}`,
      dataset: "benchmarks",
      provider: makerId,
      at,
      facts: { kind: "benchmark_entry", benchmark, ...entry },
    }));
  },
};

const providerOf = new Map(statusPages.map(({ id, provider }) => [id, provider]));

type IncidentStep = Awaited<ReturnType<typeof listUnlistedIncidentSteps>>[number];

function incidentFacts({ step, incidentId, service, title, severity, state, durationMinutes }: IncidentStep): ChangeFacts {
  const incident = { incidentId, service, title };
  if (step === "resolved") return { kind: "incident_resolved", ...incident, durationMinutes };
  return state === null ? { kind: "incident_opened", ...incident, severity } : { kind: "incident_updated", ...incident, state };
}

export async function incidentChanges(db: Db, limit: number): Promise<Change[]> {
  const steps = await listUnlistedIncidentSteps(db, limit);
  return steps.map((step) => ({
    id: step.id,
    dataset: "provider_status",
    provider: providerOf.get(step.service) ?? null,
    at: step.at,
    facts: incidentFacts(step),
  }));
}

/**
 * Announcements of ends, and moved days. Each has the host's time where it gives one, otherwise the
 * time of the first reading.
 */
export async function retirementChanges(db: Db, limit: number): Promise<Change[]> {
  const steps = await listUnlistedRetirementSteps(db, limit);
  return steps.map(({ id, host, at, isMove, from, ...facts }) => ({
    id,
    dataset: "retirements",
    provider: host,
    at,
    facts: isMove ? { kind: "retirement_moved", from, ...facts } : { kind: "retirement_announced", ...facts },
  }));
}

export async function kevChanges(db: Db, limit: number): Promise<Change[]> {
  const entries = await listUnlistedKevEntries(db, limit);
  return entries.map(({ cveId, facts: { dateAdded, vendor, product } }) => ({
    id: `kev/${cveId}`,
    dataset: "kev",
    provider: null,
    at: new Date(`${dateAdded}T00:00:00Z`),
    facts: { kind: "kev_added", cveId, vendor, product },
  }));
}
