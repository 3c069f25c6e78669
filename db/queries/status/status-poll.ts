import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { matching, type Db } from "@/db/client";
import { incidents, statusDays, statusPolls, statusServices, statusTransitions, type StoredTally } from "@/db/schema/status";
import { emptyDay, type DayTally } from "@/lib/domain/status/day-class";
import type { Transition } from "@/lib/domain/status/status-changes";
import type { ServiceState } from "@/lib/domain/status/service-state";
import { insertNew, upsertRows } from "../upsert-rows";
import type { IncidentRecord, StoredService } from "./status";

/** Records one poll per service and slot; returns the services that had none yet. */
export async function insertPolls(tx: Db, slot: Date, polls: readonly { service: string; state: ServiceState }[]): Promise<Set<string>> {
  const rows = await tx
    .insert(statusPolls)
    .values(polls.map((poll) => ({ ...poll, slot })))
    .onConflictDoNothing()
    .returning({ service: statusPolls.service });
  return new Set(rows.map((row) => row.service));
}

/** Locks the services until the transaction ends, always in the same order to avoid deadlocks. A new service gets its row first. */
export async function lockStatusServices(tx: Db, services: readonly string[]): Promise<StoredService[]> {
  const ordered = services.toSorted().map((service) => ({ service }));
  await tx.insert(statusServices).values(ordered).onConflictDoNothing();
  return tx
    .select()
    .from(statusServices)
    .where(inArray(statusServices.service, [...services]))
    .orderBy(asc(statusServices.service))
    .for("update");
}

export const saveStatusServices = async (tx: Db, records: readonly StoredService[]): Promise<void> =>
  upsertRows(tx, statusServices, records);

export const insertTransitions = async (tx: Db, transitions: readonly (Transition & { service: string })[]): Promise<void> =>
  insertNew(
    tx,
    statusTransitions,
    transitions.map(({ service, at, from, to }) => ({ service, at, fromState: from, toState: to })),
  );

export const listOpenIncidents = async (tx: Db, services: readonly string[]): Promise<IncidentRecord[]> =>
  tx
    .select()
    .from(incidents)
    .where(and(inArray(incidents.service, [...services]), isNull(incidents.resolvedAt)));

export const openIncidents = async (tx: Db, newIncidents: readonly (typeof incidents.$inferInsert)[]): Promise<void> =>
  insertNew(tx, incidents, newIncidents);

export async function escalateIncidents(tx: Db, services: readonly string[]): Promise<void> {
  if (services.length > 0) {
    await tx
      .update(incidents)
      .set({ severity: "major" })
      .where(and(inArray(incidents.service, [...services]), isNull(incidents.resolvedAt)));
  }
}

export async function closeIncident(tx: Db, service: string, resolvedAt: Date, durationMinutes: number): Promise<void> {
  await tx
    .update(incidents)
    .set({ resolvedAt, durationMinutes })
    .where(matching(incidents, { service, resolvedAt: null }));
}

const toStored = ({ last, ...tally }: DayTally): StoredTally => ({ ...tally, last: last && { ...last, at: last.at.toISOString() } });
const toTally = ({ last, ...tally }: StoredTally): DayTally => ({ ...tally, last: last && { ...last, at: new Date(last.at) } });

export async function listDayTallies(tx: Db, services: readonly string[], day: string): Promise<Map<string, DayTally>> {
  const rows = await tx
    .select({ service: statusDays.service, tally: statusDays.tally })
    .from(statusDays)
    .where(and(eq(statusDays.day, day), inArray(statusDays.service, [...services])));
  const found = new Map(rows.map((row) => [row.service, toTally(row.tally)]));
  return new Map(services.map((service) => [service, found.get(service) ?? emptyDay]));
}

export async function saveDays(
  tx: Db,
  day: string,
  days: readonly { service: string; status: ServiceState; tally: DayTally }[],
): Promise<void> {
  await upsertRows(
    tx,
    statusDays,
    days.map((row) => ({ ...row, day, tally: toStored(row.tally) })),
  );
}
