import { and, asc, between, desc, gte, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { at, rowsOf, toDate, type Db } from "@/db/client";
import { incidents, statusDays, statusServices } from "@/db/schema/status";
import type { IncidentSeverity } from "@/lib/domain/status/status-changes";
import type { KnownState, ServiceState } from "@/lib/domain/status/service-state";
import type { ServiceRecord } from "@/lib/domain/status/plan-status-poll";

export interface StoredService extends ServiceRecord {
  service: string;
}

const SERVICE = {
  service: statusServices.service,
  state: statusServices.state,
  components: statusServices.components,
  fault: statusServices.fault,
  lastSlot: statusServices.lastSlot,
  checkedAt: statusServices.checkedAt,
  readAt: statusServices.readAt,
  bodyAt: statusServices.bodyAt,
  knownState: statusServices.knownState,
  knownAt: statusServices.knownAt,
  knownSince: statusServices.knownSince,
  firstKnownAt: statusServices.firstKnownAt,
};

export async function listStatusServices(db: Db, services?: readonly string[]): Promise<StoredService[]> {
  return db
    .select(SERVICE)
    .from(statusServices)
    .where(services ? inArray(statusServices.service, [...services]) : undefined)
    .orderBy(asc(statusServices.service));
}

export interface IncidentRecord {
  id: string;
  service: string;
  severity: IncidentSeverity;
  title: string;
  startedAt: Date;
  resolvedAt: Date | null;
  durationMinutes: number | null;
}

export interface IncidentFilter {
  services?: readonly string[];
  isOpen?: boolean;
  /** Open at this time or later, to find incidents that overlap a window. */
  openSince?: Date;
  startedBefore?: Date;
  limit: number;
}

export async function listIncidents(db: Db, filter: IncidentFilter): Promise<IncidentRecord[]> {
  return db
    .select()
    .from(incidents)
    .where(
      and(
        filter.services ? inArray(incidents.service, [...filter.services]) : undefined,
        filter.isOpen === undefined ? undefined : filter.isOpen ? isNull(incidents.resolvedAt) : isNotNull(incidents.resolvedAt),
        filter.openSince
          ? sql`(${incidents.resolvedAt} is null or ${incidents.resolvedAt} >= ${filter.openSince.toISOString()}::timestamptz)`
          : undefined,
        filter.startedBefore ? lte(incidents.startedAt, filter.startedBefore) : undefined,
      ),
    )
    .orderBy(sql`(${incidents.resolvedAt} is null) desc`, desc(incidents.startedAt), asc(incidents.id))
    .limit(filter.limit);
}

export async function listIncidentsIn(db: Db, from: Date, to: Date, limit: number): Promise<IncidentRecord[]> {
  return db
    .select()
    .from(incidents)
    .where(or(between(incidents.startedAt, from, to), between(incidents.resolvedAt, from, to)))
    .orderBy(sql`(${incidents.resolvedAt} is null) desc`, desc(incidents.startedAt), asc(incidents.id))
    .limit(limit);
}

export interface DayRecord {
  service: string;
  date: string;
  status: ServiceState;
}

export async function listStatusDays(db: Db, services: readonly string[], from: string, to: string): Promise<DayRecord[]> {
  return db
    .select({ service: statusDays.service, date: statusDays.day, status: statusDays.status })
    .from(statusDays)
    .where(and(inArray(statusDays.service, [...services]), gte(statusDays.day, from), lte(statusDays.day, to)))
    .orderBy(asc(statusDays.day), asc(statusDays.service));
}

export interface TransitionRecord {
  service: string;
  at: Date;
  from: KnownState;
  to: KnownState;
}

/** Transitions within a range, and for each service the next one after it, which tells the state at the range's end. Oldest first. */
export async function listTransitionsIn(db: Db, services: readonly string[], from: Date, before: Date): Promise<TransitionRecord[]> {
  type Row = { service: string; at: string; from_state: KnownState; to_state: KnownState };
  const rows = await rowsOf<Row>(
    db,
    sql`
    select t.service, t.at, t.from_state, t.to_state from jsonb_array_elements_text(${JSON.stringify(services)}::jsonb) as asked(service)
    cross join lateral (
      (select * from status_transitions where service = asked.service and at >= ${at(from)} and at < ${at(before)})
      union all
      (select * from status_transitions where service = asked.service and at >= ${at(before)} order by at limit 1)
    ) t order by t.at, t.service`,
  );
  return rows.map((row) => ({ service: row.service, at: toDate(row.at), from: row.from_state, to: row.to_state }));
}

export async function listPolls(db: Db, service: string, from: Date, before: Date): Promise<{ at: Date; state: ServiceState }[]> {
  const rows = await rowsOf<{ slot: string; state: ServiceState }>(
    db,
    sql`select slot, state from status_polls where service = ${service} and slot >= ${from.toISOString()}::timestamptz and slot < ${before.toISOString()}::timestamptz order by slot`,
  );
  return rows.map((row) => ({ at: toDate(row.slot), state: row.state }));
}

/** Small enough that no statement blocks the embedded database noticeably. */
const PRUNE_BATCH = 2_000;

export async function prunePolls(db: Db, service: string, before: Date): Promise<number> {
  const rows = await rowsOf<{ service: string }>(
    db,
    sql`delete from status_polls where (service, slot) in (
          select service, slot from status_polls where service = ${service} and slot < ${before.toISOString()}::timestamptz limit ${PRUNE_BATCH}
        ) returning service`,
  );
  return rows.length;
}
