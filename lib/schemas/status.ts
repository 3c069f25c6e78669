import { z } from "zod";
import { SERVICE_STATES } from "@/lib/domain/service-state";

export const ServiceStatus = z.enum(SERVICE_STATES as ["operational", "degraded", "down", "unknown"]);

const KnownStatus = z.enum(["operational", "degraded", "down"]);

export const ServiceComponent = z
  .strictObject({
    name: z.string(),
    status: ServiceStatus,
    rawStatus: z.string().nullable().describe("The page's own word: a maintenance is degraded, and says so here."),
  })
  .meta({ id: "ServiceComponent" });

export const StatusService = z
  .strictObject({
    name: z.string(),
    provider: z.string().describe("Provider id"),
    status: ServiceStatus,
    statusPageUrl: z.url(),
    components: z.array(ServiceComponent).describe("At most six, core ones first; empty while the page cannot be read."),
    lastChecked: z.iso.datetime().nullable().describe("Null before the first poll."),
    lastKnownStatus: KnownStatus.nullable().describe("The last status that was not unknown."),
    lastKnownAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "StatusService" });

export type StatusService = z.output<typeof StatusService>;

export const StatusCounts = z
  .strictObject({
    total: z.int().describe("Services that are followed, those of unknown status included."),
    operational: z.int(),
    degraded: z.int(),
    down: z.int(),
  })
  .meta({ id: "StatusCounts" });

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
  })
  .meta({ id: "Incident" });

export type Incident = z.output<typeof Incident>;

export const StatusDay = z.strictObject({
  date: z.string(),
  status: ServiceStatus.nullable().describe("Null for a day that was not watched, unknown for one on which the page could not be read."),
  partial: z.boolean().describe("True for today, which is not over."),
});

export type StatusDay = z.output<typeof StatusDay>;
