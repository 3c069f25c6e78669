import { inTransaction, type Db } from "@/db/client";
import { insertTransitions, lockStatusServices, saveStatusServices } from "@/db/queries/status/status-poll";
import { batchesOf, upsertRows } from "@/db/queries/upsert-rows";
import { incidents, statusDays, type StoredTally } from "@/db/schema/status";
import { storePoll } from "@/jobs/poll-status/store-poll";
import { statusPages } from "@/lib/catalogs/status-pages";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import type { KnownState, ServiceState } from "@/lib/domain/status/service-state";
import { polledPages } from "../polled-pages";
import { seededRandom } from "../rng";
import { SEEDED_ROWS, randomSpanDays } from "./captured-days";
import { DAY_MS, MINUTE_MS } from "@/lib/domain/basics/time";

const DAYS_BETWEEN_OUTAGES = 20;
const MAX_OUTAGE_MINUTES = 300;
const SLOT_MINUTES = 2;
const SLOT_MS = SLOT_MINUTES * MINUTE_MS;
const POLLS_A_DAY = (24 * 60) / SLOT_MINUTES;

interface Outage {
  service: string;
  name: string;
  state: Exclude<KnownState, "operational">;
  from: Date;
  to: Date;
}

/** Outages of every service, some weeks apart. None crosses midnight, so that each belongs to one day. */
function outagesOf(first: string, days: number): Outage[] {
  const random = seededRandom(33);
  return statusPages.flatMap(({ id, name }) => {
    const outages: Outage[] = [];
    for (let day = randomSpanDays(random, DAYS_BETWEEN_OUTAGES); day < days - 1; day += randomSpanDays(random, DAYS_BETWEEN_OUTAGES)) {
      const from = new Date(Date.parse(addDays(first, day)) + Math.floor(random() * 9 * 60) * SLOT_MS);
      const minutes = SLOT_MINUTES * (2 + Math.floor((random() * MAX_OUTAGE_MINUTES) / SLOT_MINUTES));
      outages.push({
        service: id,
        name,
        state: random() < 0.3 ? "down" : "degraded",
        from,
        to: new Date(from.getTime() + minutes * MINUTE_MS),
      });
    }
    return outages;
  });
}

function tallyOf(date: string, outage: Outage | undefined): StoredTally {
  const bad = outage ? (outage.to.getTime() - outage.from.getTime()) / SLOT_MS : 0;
  const last = {
    at: new Date(Date.parse(date) + DAY_MS - SLOT_MS).toISOString(),
    state: "operational" as const,
    isAlone: false,
  };
  const counts = { operational: POLLS_A_DAY - bad, degraded: 0, down: 0, ...(outage ? { [outage.state]: bad } : {}) };
  return { known: POLLS_A_DAY, unknown: 0, ...counts, confirmed: outage?.state ?? "operational", last };
}

async function plantDays(db: Db, first: string, days: number, outages: readonly Outage[]): Promise<void> {
  const byDay = new Map(outages.map((outage) => [`${outage.service} ${utcDay(outage.from)}`, outage]));
  const rows = Array.from({ length: days }, (_, index) => addDays(first, index)).flatMap((day) =>
    statusPages.map(({ id: service }) => {
      const outage = byDay.get(`${service} ${day}`);
      return { service, day, status: outage?.state ?? ("operational" as const), tally: tallyOf(day, outage) };
    }),
  );
  for (const batch of batchesOf(rows, SEEDED_ROWS)) await inTransaction(db, (tx) => upsertRows(tx, statusDays, batch));
}

async function plantChanges(db: Db, outages: readonly Outage[]): Promise<void> {
  for (const batch of batchesOf(outages)) {
    await inTransaction(db, async (tx) => {
      await insertTransitions(
        tx,
        batch.flatMap(({ service, state, from, to }) => [
          { service, from: "operational" as const, to: state, at: from },
          { service, from: state, to: "operational" as const, at: to },
        ]),
      );
      const rows = batch.map(({ service, name, state, from, to }) => ({
        id: `inc_${service}_${from.toISOString().slice(0, 16).replace(/\D/g, "")}`,
        service,
        severity: state === "down" ? ("major" as const) : ("minor" as const),
        title: `${name} is ${state}`,
        startedAt: from,
        resolvedAt: to,
        durationMinutes: Math.round((to.getTime() - from.getTime()) / MINUTE_MS),
      }));
      await upsertRows(tx, incidents, rows);
    });
  }
}

export interface Trouble {
  service: string;
  state: Exclude<ServiceState, "operational">;
  sinceMinutes: number;
}

/**
 * Plants the states that this many days of polling would leave. It adds the polls since the first
 * trouble, the last of them now.
 */
export async function plantStatus(db: Db, first: string, days: number, now: Date, troubles: readonly Trouble[]): Promise<void> {
  const outages = outagesOf(first, days);
  await plantDays(db, first, days, outages);
  await plantChanges(db, outages);
  const slots = Math.ceil(Math.max(0, ...troubles.map(({ sinceMinutes }) => sinceMinutes)) / SLOT_MINUTES);
  await plantServices(db, first, outages, new Date(now.getTime() - slots * SLOT_MS));
  for (let slot = slots; slot >= 0; slot--) {
    const at = new Date(now.getTime() - slot * SLOT_MS);
    const stateOf = (service: string): ServiceState =>
      troubles.find((trouble) => trouble.service === service && trouble.sinceMinutes >= slot * SLOT_MINUTES)?.state ?? "operational";
    await storePoll(db, polledPages(stateOf), { slot: new Date(Math.floor(at.getTime() / SLOT_MS) * SLOT_MS), now: at });
  }
}

/** Services as the poll before the one at `next` left them. */
async function plantServices(db: Db, first: string, outages: readonly Outage[], next: Date): Promise<void> {
  const recoveredAt = new Map(outages.map(({ service, to }) => [service, to]));
  const [firstKnownAt, knownAt] = [new Date(Date.parse(first)), new Date(next.getTime() - SLOT_MS)];
  const operational = {
    state: "operational" as const,
    components: [],
    fault: null,
    isMaintenance: false,
    lastSlot: knownAt,
    checkedAt: knownAt,
    readAt: knownAt,
    bodyAt: knownAt,
    knownState: "operational" as const,
    knownAt,
    firstKnownAt,
  };
  await inTransaction(db, async (tx) => {
    await lockStatusServices(
      tx,
      statusPages.map(({ id }) => id),
    );
    await saveStatusServices(
      tx,
      statusPages.map(({ id }) => ({ ...operational, service: id, knownSince: recoveredAt.get(id) ?? firstKnownAt })),
    );
  });
}
