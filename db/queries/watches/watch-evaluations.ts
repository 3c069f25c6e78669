import { and, arrayOverlaps, eq, gt, inArray, isNotNull, lte, not, sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { modelListings } from "@/db/schema/models";
import { statusServices } from "@/db/schema/status";
import { watches } from "@/db/schema/watches";
import { run } from "@/db/statements";
import { keysOf } from "../models/models";
import type { KnownState } from "@/lib/domain/status/service-state";
import type { CurrentPrice } from "@/lib/domain/watches/watch-price";
import type { DigestCadence, PriceWatchSpec, StatusWatchSpec, WatchType } from "@/lib/domain/watches/watch-spec";
import type { SeenStates } from "@/lib/domain/watches/watch-status";

// Watches are locked before the watched values are read. The second of two evaluations then sees the first one's
// result.

const { id, subjects, lastValue } = watches;

/** `status` is a literal, so that the partial indexes can be used. */
export const isLive = (type: WatchType, now: Date) =>
  and(sql`${watches.status} = 'active'`, gt(watches.expiresAt, now), eq(watches.type, type));

const firstSubject = sql<string>`${subjects}[1]`;

export interface PriceWatch {
  id: string;
  spec: PriceWatchSpec;
  /** `provider/model`, in lower case. */
  subject: string;
  lastValue: number | null;
}

export const lockPriceWatches = async (tx: Db, listings: readonly string[], now: Date): Promise<PriceWatch[]> =>
  tx
    .select({ id, spec: sql<PriceWatchSpec>`${watches.spec}`, subject: firstSubject, lastValue })
    .from(watches)
    .where(and(isLive("price", now), arrayOverlaps(subjects, [...listings])))
    .orderBy(id)
    .for("update");

/** Updates watches by the rows of a JSON array. `columns` are the members that `change` reads. */
export async function updateFrom(tx: Db, rows: readonly { id: string }[], columns: SQL, change: SQL): Promise<void> {
  if (rows.length === 0) return;
  await run(
    tx,
    sql`update watches w set ${change} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id text, ${columns}) where w.id = v.id`,
  );
}

export const savePrices = async (tx: Db, values: readonly { id: string; value: number | null }[]): Promise<void> =>
  updateFrom(tx, values, sql`value float8`, sql`last_value = v.value`);

const { inputPrice, outputPrice, providerId, modelKey } = modelListings;
const listingSubject = sql<string>`${providerId} || '/' || ${modelKey}`;
const WATCHED_PRICE = sql`case ${watches.spec}->>'field' when 'inputPrice' then ${inputPrice} when 'outputPrice' then ${outputPrice} else (${inputPrice} + ${outputPrice}) / 2 end`;

/** Listings whose price differs from the one a watch was last compared with. */
export async function listMissedPrices(db: Db, now: Date): Promise<string[]> {
  const isMissed = sql`(${lastValue} is null or abs(${WATCHED_PRICE} - ${lastValue}) > 1e-7 * greatest(abs(${lastValue}), 1e-3))`;
  const rows = await db
    .selectDistinct({ subject: firstSubject })
    .from(watches)
    .innerJoin(modelListings, eq(listingSubject, firstSubject))
    .where(and(isLive("price", now), isNotNull(WATCHED_PRICE), isMissed));
  return rows.map(({ subject }) => subject);
}

export function namesOf(subject: string): { providerId: string; modelId: string } {
  const slash = subject.indexOf("/");
  return { providerId: subject.slice(0, slash), modelId: subject.slice(slash + 1) };
}

export async function listPricesOf(tx: Db, listings: readonly string[]): Promise<Map<string, CurrentPrice>> {
  const rows = await tx
    .select({ subject: listingSubject, price: { providerId, name: modelListings.name, inputPrice, outputPrice } })
    .from(modelListings)
    .where(sql`(${providerId}, ${modelKey}) in ${keysOf(listings.map(namesOf))}`);
  return new Map(rows.map(({ subject, price }) => [subject, price]));
}

/** Price watches whose model is not in the catalog. Each is returned once per version of the catalog. */
export function listUnresolvedWatches(
  db: Db,
  version: number,
  now: Date,
): Promise<{ id: string; model: string; subject: string | null }[]> {
  const isListed = sql`exists (select from model_listings l where l.provider_id = split_part(${firstSubject}, '/', 1) and l.model_key = substr(${firstSubject}, strpos(${firstSubject}, '/') + 1))`;
  return db
    .select({ id, model: sql<string>`${watches.spec}->>'model'`, subject: sql<string | null>`${firstSubject}` })
    .from(watches)
    .where(and(isLive("price", now), sql`${watches.lookedUpVersion} is distinct from ${version}`, not(isListed)))
    .orderBy(id)
    .limit(2000);
}

export const saveSubjects = async (tx: Db, found: readonly { id: string; subject: string | null }[], version: number): Promise<void> =>
  updateFrom(
    tx,
    found,
    sql`subject text`,
    sql`looked_up_version = ${version}, subjects = case when v.subject is null then w.subjects else array[v.subject] end`,
  );

export interface StatusWatch {
  id: string;
  spec: StatusWatchSpec;
  services: string[];
  states: SeenStates;
}

export const lockStatusWatches = async (tx: Db, services: readonly string[], now: Date): Promise<StatusWatch[]> =>
  tx
    .select({ id, spec: sql<StatusWatchSpec>`${watches.spec}`, services: subjects, states: watches.lastStates })
    .from(watches)
    .where(and(isLive("status", now), arrayOverlaps(subjects, [...services])))
    .orderBy(id)
    .for("update");

export const saveStates = async (tx: Db, seen: readonly { id: string; states: SeenStates }[]): Promise<void> =>
  updateFrom(tx, seen, sql`states jsonb`, sql`last_states = v.states`);

/** Services whose known state differs from the one a watch has last seen. */
export async function listMissedServices(db: Db, now: Date): Promise<string[]> {
  const { service, knownState } = statusServices;
  const rows = await db
    .selectDistinct({ service })
    .from(watches)
    .innerJoin(statusServices, sql`${service} = any(${subjects})`)
    .where(and(isLive("status", now), isNotNull(knownState), sql`${knownState} is distinct from ${watches.lastStates}->>${service}`));
  return rows.map((row) => row.service);
}

export async function listKnownStates(tx: Db, services: readonly string[]): Promise<Map<string, KnownState>> {
  const { service, knownState } = statusServices;
  const rows = await tx
    .select({ service, knownState: sql<KnownState>`${knownState}` })
    .from(statusServices)
    .where(and(isNotNull(knownState), inArray(service, [...services])));
  return new Map(rows.map((row) => [row.service, row.knownState]));
}

/** The watched providers as callers wrote them, with the services each was resolved to. */
export const listWatchedProviders = async (db: Db, now: Date): Promise<{ provider: string; services: string[] }[]> =>
  db
    .selectDistinct({ provider: sql<string>`${watches.spec}->>'provider'`, services: subjects })
    .from(watches)
    .where(isLive("status", now));

export async function saveServicesOf(db: Db, provider: string, services: readonly string[]): Promise<void> {
  await db
    .update(watches)
    .set({ subjects: [...services] })
    .where(sql`${watches.status} = 'active' and ${watches.type} = 'status' and ${watches.spec}->>'provider' = ${provider}`);
}

export interface DigestWatch {
  id: string;
  cadence: DigestCadence;
  dueAt: Date;
}

/** Digests that are due, locked; those locked by another process are skipped. */
export function lockDueDigests(tx: Db, limit: number, now: Date): Promise<DigestWatch[]> {
  const { digestDueAt } = watches;
  return tx
    .select({ id, cadence: sql<DigestCadence>`${watches.spec}->>'cadence'`, dueAt: sql<Date>`${digestDueAt}`.mapWith(digestDueAt) })
    .from(watches)
    .where(and(isLive("digest", now), lte(digestDueAt, now)))
    .orderBy(id)
    .limit(limit)
    .for("update", { skipLocked: true });
}

export const saveDigestTimes = async (tx: Db, next: readonly { id: string; dueAt: Date }[]): Promise<void> =>
  updateFrom(tx, next, sql`"dueAt" timestamptz`, sql`digest_due_at = v."dueAt"`);
