import { z } from "zod";
import { SERVICE_STATES } from "@/lib/domain/status/service-state";
import { UNKNOWN_REASONS } from "@/lib/domain/status/unknown-reason";
import { SeriesRange } from "./history/series";

export const ServiceStatus = z.enum(SERVICE_STATES as ["operational", "degraded", "down", "unknown"]);

const KnownStatus = z.enum(["operational", "degraded", "down"]);

export const ServiceComponent = z
  .strictObject({
    name: z.string(),
    status: ServiceStatus,
    rawStatus: z.string().nullable().describe("The page's own word: a component under maintenance is operational, and says so here."),
  })
  .meta({ id: "ServiceComponent" });

const RegionEvent = z
  .strictObject({
    component: z.string().describe("The service in one region"),
    status: ServiceStatus,
    title: z.string(),
    startedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "RegionEvent" });

export const StatusService = z
  .strictObject({
    name: z.string(),
    provider: z.string().describe("Provider id"),
    status: ServiceStatus,
    reason: z
      .enum(UNKNOWN_REASONS)
      .nullable()
      .describe(
        "Why the status is unknown, null where it is known. no_machine_readable_address: the page offers nothing that a program can read; unreachable: the last poll could not read it; source_moved: another page stands at its address; no_evidence: it lists neither components nor incidents; not_mentioned: it was read and does not say how this service is; stale: it was not polled lately, or not yet.",
      ),
    maintenance: z.boolean().describe("A planned maintenance goes on: no incident, and no loss of uptime"),
    statusPageUrl: z.url(),
    components: z.array(ServiceComponent).describe("At most six, core ones first; empty while the page cannot be read."),
    openEvents: z
      .array(RegionEvent)
      .describe("Events of single regions that are open. The status of the whole service may be operational meanwhile."),
    lastChecked: z.iso.datetime().nullable().describe("Null before the first poll."),
    lastKnownStatus: KnownStatus.nullable().describe("The last status that was not unknown."),
    lastKnownAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "StatusService" });

export type StatusService = z.output<typeof StatusService>;

export const StatusCounts = z
  .strictObject({
    total: z.int().describe("Services that are followed: the sum of the other members."),
    operational: z.int(),
    degraded: z.int(),
    down: z.int(),
    unknown: z.int().describe("Services whose page could not be read lately, or says nothing of them."),
  })
  .meta({ id: "StatusCounts" });

/** A field of an incident, in the list of incidents and in what is new. */
export const STARTED_BEFORE = z
  .boolean()
  .describe(
    "True: the service was already in trouble when it was first polled. The start is then that poll, and the duration counts from it.",
  );

export const Incident = z
  .strictObject({
    id: z.string(),
    service: z.string(),
    provider: z.string(),
    severity: z.enum(["minor", "major"]).describe("The worst it was: minor is degraded, major is down."),
    title: z.string(),
    startedAt: z.iso.datetime(),
    resolvedAt: z.iso.datetime().nullable(),
    durationMinutes: z.int().nullable(),
    started_before: STARTED_BEFORE,
  })
  .meta({ id: "Incident" });

export type Incident = z.output<typeof Incident>;

export const StatusDay = z.strictObject({
  date: z.string(),
  status: ServiceStatus.nullable().describe("Null for a day that was not watched, unknown for one on which the page could not be read."),
  partial: z.boolean().describe("True for today, which is not over."),
});

export type StatusDay = z.output<typeof StatusDay>;

const Count = z.int();

export const Uptime = z.strictObject({
  provider: z.string(),
  services: z.array(z.string()).describe("Names of the services that were counted; the worst of them makes each day."),
  range: SeriesRange,
  days_total: Count,
  days_with_data: Count,
  days_missing: Count,
  days_operational: Count,
  days_degraded: Count,
  days_down: Count,
  days_unknown: Count,
  uptime_pct: z.number().nullable().describe("Null when no day has data."),
  uptime_pct_time_weighted: z.number().nullable(),
  partial: z.boolean().describe("True when the range includes today, which is not over."),
  incident_days: z.array(z.strictObject({ date: z.string(), status: z.enum(["degraded", "down"]) })),
  days: z.array(StatusDay),
});

export type Uptime = z.output<typeof Uptime>;

export const UPTIME_RULES =
  "A UTC day is down when two consecutive polls saw it down, else degraded when two saw it degraded or down, else operational; polls more than ten minutes apart each decide. Days without data do not count. `uptime_pct` = (operational + 0.5 × degraded) / days with data × 100. `uptime_pct_time_weighted` weighs the time between state changes instead.";

/** Whose uptime is asked for. */
export const UPTIME_SUBJECT = { missing: "provider_required", description: "Provider id or name, or the name of a service" };
