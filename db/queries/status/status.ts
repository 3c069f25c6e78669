import { and, asc, between, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { incidents, statusDays, statusPolls, statusServices, statusTransitions } from "@/db/schema/status";
import { rowsOf, run } from "@/db/statements";
import type { KnownState, ServiceState } from "@/lib/domain/status/service-state";

export type StoredService = typeof statusServices.$inferSelect;

export const listStatusServices = async (db: Db, services?: readonly string[]): Promise<StoredService[]> =>
  db
    .select()
    .from(statusServices)
    .where(services ? inArray(statusServices.service, [...services]) : undefined)
    .orderBy(asc(statusServices.service));

export type IncidentRecord = typeof incidents.$inferSelect;

export interface IncidentFilter {
  services?: readonly string[];
  isOpen?: boolean;
  /** Open at this time or later, to find incidents that overlap a window. */
  openSince?: Date;
  startedBefore?: Date;
  limit: number;
}

export const listIncidents = async (db: Db, filter: IncidentFilter): Promise<IncidentRecord[]> =>
  db
    .select()
    .from(incidents)
    .where(
      and(
        filter.services && inArray(incidents.service, [...filter.services]),
        filter.isOpen === undefined ? undefined : filter.isOpen ? isNull(incidents.resolvedAt) : isNotNull(incidents.resolvedAt),
        filter.openSince && or(isNull(incidents.resolvedAt), gte(incidents.resolvedAt, filter.openSince)),
        filter.startedBefore && lte(incidents.startedAt, filter.startedBefore),
      ),
    )
    .orderBy(sql`(${incidents.resolvedAt} is null) desc`, desc(incidents.startedAt), asc(incidents.id))
    .limit(filter.limit);

export const listIncidentsIn = async (db: Db, from: Date, to: Date, limit: number): Promise<IncidentRecord[]> =>
  db
    .select()
    .from(incidents)
    .where(or(between(incidents.startedAt, from, to), between(incidents.resolvedAt, from, to)))
    .orderBy(sql`(${incidents.resolvedAt} is null) desc`, desc(incidents.startedAt), asc(incidents.id))
    .limit(limit);

export interface DayRecord {
  service: string;
  date: string;
  status: ServiceState;
}

export const listStatusDays = async (db: Db, services: readonly string[], from: string, to: string): Promise<DayRecord[]> =>
  db
    .select({ service: statusDays.service, date: statusDays.day, status: statusDays.status })
    .from(statusDays)
    .where(and(inArray(statusDays.service, [...services]), gte(statusDays.day, from), lte(statusDays.day, to)))
    .orderBy(asc(statusDays.day), asc(statusDays.service));

export interface TransitionRecord {
  service: string;
  at: Date;
  from: KnownState;
  to: KnownState;
}

/**
 * Transitions within a range, oldest first, and each service's next one after it. That one tells the
 * state at the range's end.
 */
export function listTransitionsIn(db: Db, services: readonly string[], from: Date, before: Date): Promise<TransitionRecord[]> {
  const { service, at: moment, fromState, toState } = statusTransitions;
  return rowsOf(
    db,
    { service, at: moment, from: fromState, to: toState },
    sql`
    select t.service, t.at, t.from_state as "from", t.to_state as "to" from jsonb_array_elements_text(${JSON.stringify(services)}::jsonb) as asked(service)
    cross join lateral (
      (select * from status_transitions where service = asked.service and at >= ${at(from)} and at < ${at(before)})
      union all
      (select * from status_transitions where service = asked.service and at >= ${at(before)} order by at limit 1)
    ) t order by t.at, t.service`,
  );
}

export function listPolls(db: Db, service: string, from: Date, before: Date): Promise<{ at: Date; state: ServiceState }[]> {
  const { slot, state } = statusPolls;
  return db
    .select({ at: slot, state })
    .from(statusPolls)
    .where(and(eq(statusPolls.service, service), gte(slot, from), lt(slot, before)))
    .orderBy(slot);
}

/** Small enough that no statement blocks the embedded database noticeably. */
const PRUNE_BATCH = 2_000;

export const prunePolls = async (db: Db, service: string, before: Date): Promise<number> =>
  run(
    db,
    sql`delete from status_polls where (service, slot) in (
          select service, slot from status_polls where service = ${service} and slot < ${at(before)} limit ${PRUNE_BATCH}
        ) returning 1`,
  );
