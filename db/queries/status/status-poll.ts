import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { rowsOf, type Db } from "@/db/client";
import { incidents, statusDays, type StoredTally } from "@/db/schema/status";
import { emptyDay, type DayTally } from "@/lib/domain/status/day-class";
import type { IncidentSeverity, Transition } from "@/lib/domain/status/status-changes";
import type { ServiceState } from "@/lib/domain/status/service-state";
import { listStatusServices, type IncidentRecord, type StoredService } from "./status";

/** Records one poll per service and slot; returns the services that had none yet. */
export async function insertPolls(tx: Db, slot: Date, polls: readonly { service: string; state: ServiceState }[]): Promise<Set<string>> {
  const rows = await rowsOf<{ service: string }>(
    tx,
    sql`insert into status_polls (service, slot, state)
        select service, ${slot.toISOString()}::timestamptz, state from jsonb_to_recordset(${JSON.stringify(polls)}::jsonb) as r(service text, state text)
        order by service on conflict do nothing returning service`,
  );
  return new Set(rows.map((row) => row.service));
}

/** Locks the services until the transaction ends, always in the same order to avoid deadlocks. A new service gets its row first. */
export async function lockStatusServices(tx: Db, services: readonly string[]): Promise<StoredService[]> {
  const ids = JSON.stringify(services);
  await tx.execute(
    sql`insert into status_services (service) select value from jsonb_array_elements_text(${ids}::jsonb) order by value on conflict do nothing`,
  );
  await tx.execute(
    sql`select 1 from status_services where service in (select jsonb_array_elements_text(${ids}::jsonb)) order by service for update`,
  );
  return listStatusServices(tx, services);
}

export async function saveStatusServices(tx: Db, records: readonly StoredService[]): Promise<void> {
  if (records.length === 0) return;
  await tx.execute(sql`
    update status_services s set
      state = r.state, components = r.components, fault = r.fault, last_slot = r."lastSlot", checked_at = r."checkedAt", read_at = r."readAt",
      body_at = r."bodyAt", known_state = r."knownState", known_at = r."knownAt", known_since = r."knownSince", first_known_at = r."firstKnownAt"
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(
      service text, state text, components jsonb, fault text, "lastSlot" timestamptz, "checkedAt" timestamptz, "readAt" timestamptz, "bodyAt" timestamptz,
      "knownState" text, "knownAt" timestamptz, "knownSince" timestamptz, "firstKnownAt" timestamptz)
    where s.service = r.service`);
}

export async function insertTransitions(tx: Db, transitions: readonly (Transition & { service: string })[]): Promise<void> {
  if (transitions.length === 0) return;
  await tx.execute(sql`
    insert into status_transitions (service, at, from_state, to_state)
    select service, at, "from", "to" from jsonb_to_recordset(${JSON.stringify(transitions)}::jsonb) as r(service text, at timestamptz, "from" text, "to" text)
    on conflict do nothing`);
}

export async function listOpenIncidents(tx: Db, services: readonly string[]): Promise<IncidentRecord[]> {
  return tx
    .select()
    .from(incidents)
    .where(and(inArray(incidents.service, [...services]), isNull(incidents.resolvedAt)));
}

export interface NewIncident {
  id: string;
  service: string;
  severity: IncidentSeverity;
  title: string;
  startedAt: Date;
}

export async function openIncidents(tx: Db, newIncidents: readonly NewIncident[]): Promise<void> {
  if (newIncidents.length > 0) {
    await tx
      .insert(incidents)
      .values([...newIncidents])
      .onConflictDoNothing();
  }
}

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
    .where(and(eq(incidents.service, service), isNull(incidents.resolvedAt)));
}

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
  if (days.length === 0) return;
  await tx.execute(sql`
    insert into status_days (service, day, status, tally)
    select service, ${day}::date, status, tally from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r(service text, status text, tally jsonb)
    on conflict (service, day) do update set status = excluded.status, tally = excluded.tally`);
}
