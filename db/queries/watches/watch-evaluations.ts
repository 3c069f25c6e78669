import { sql, type SQL } from "drizzle-orm";
import { at, rowsOf, toDate, type Db } from "@/db/client";
import type { KnownState } from "@/lib/domain/status/service-state";
import type { CurrentPrice } from "@/lib/domain/watches/watch-price";
import type { DigestCadence, PriceWatchSpec, StatusWatchSpec } from "@/lib/domain/watches/watch-spec";
import type { SeenStates } from "@/lib/domain/watches/watch-status";

// Watches are locked before the watched values are read, so that of two evaluations the second sees the first one's result.

/** A single text[] parameter, so that the index on `subjects` can be used. */
const textArray = (values: readonly string[]): SQL =>
  sql`${`{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`}::text[]`;
const isLive = (type: "price" | "status" | "digest", now: Date): SQL =>
  sql`w.status = 'active' and w.expires_at > ${at(now)} and w.type = ${type}`;

export interface PriceWatch {
  id: string;
  spec: PriceWatchSpec;
  /** `provider/model`, in lower case. */
  subject: string;
  lastValue: number | null;
}

interface PriceWatchRow {
  id: string;
  spec: PriceWatchSpec;
  subject: string;
  last_value: number | null;
}

const priceWatchOf = ({ last_value: lastValue, ...row }: PriceWatchRow): PriceWatch => ({ ...row, lastValue });

export async function lockPriceWatches(tx: Db, subjects: readonly string[], now: Date): Promise<PriceWatch[]> {
  const rows = await rowsOf<PriceWatchRow>(
    tx,
    sql`select w.id, w.spec, w.subjects[1] as subject, w.last_value from watches w where ${isLive("price", now)} and w.subjects && ${textArray(subjects)} order by w.id for update`,
  );
  return rows.map(priceWatchOf);
}

export async function savePrices(tx: Db, values: readonly { id: string; value: number | null }[]): Promise<void> {
  if (values.length === 0) return;
  await tx.execute(
    sql`update watches w set last_value = v.value from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (id text, value float8) where w.id = v.id`,
  );
}

const WATCHED_PRICE = sql`case w.spec->>'field' when 'inputPrice' then l.input_price when 'outputPrice' then l.output_price else (l.input_price + l.output_price) / 2 end`;

/** Listings whose price differs from the one a watch was last compared with. */
export async function listMissedPrices(db: Db, now: Date): Promise<string[]> {
  const rows = await rowsOf<{ subject: string }>(
    db,
    sql`
    select distinct w.subjects[1] as subject from watches w join model_listings l on l.provider_id || '/' || l.model_key = w.subjects[1]
    where ${isLive("price", now)} and ${WATCHED_PRICE} is not null and (w.last_value is null or abs(${WATCHED_PRICE} - w.last_value) > 1e-7 * greatest(abs(w.last_value), 1e-3))`,
  );
  return rows.map(({ subject }) => subject);
}

export async function listPricesOf(tx: Db, subjects: readonly string[]): Promise<Map<string, CurrentPrice>> {
  const rows = await rowsOf<{
    subject: string;
    provider_id: string;
    name: string;
    input_price: number | null;
    output_price: number | null;
  }>(
    tx,
    sql`
    select provider_id || '/' || model_key as subject, provider_id, name, input_price, output_price from model_listings
    where (provider_id, model_key) in (select split_part(value, '/', 1), substr(value, strpos(value, '/') + 1) from jsonb_array_elements_text(${JSON.stringify(subjects)}::jsonb))`,
  );
  return new Map(
    rows.map((row) => [
      row.subject,
      { providerId: row.provider_id, name: row.name, inputPrice: row.input_price, outputPrice: row.output_price },
    ]),
  );
}

/** Price watches whose model is not in the catalog. Each is returned once per version of the catalog. */
export async function listUnresolvedWatches(
  db: Db,
  version: number,
  now: Date,
): Promise<{ id: string; model: string; subject: string | null }[]> {
  return rowsOf(
    db,
    sql`
    select w.id, w.spec->>'model' as model, w.subjects[1] as subject from watches w
    where ${isLive("price", now)} and w.looked_up_version is distinct from ${version}
      and not exists (select from model_listings l where l.provider_id = split_part(w.subjects[1], '/', 1) and l.model_key = substr(w.subjects[1], strpos(w.subjects[1], '/') + 1))
    order by w.id limit 2000`,
  );
}

export async function saveSubjects(tx: Db, found: readonly { id: string; subject: string | null }[], version: number): Promise<void> {
  await tx.execute(sql`
    update watches w set looked_up_version = ${version}, subjects = case when f.subject is null then w.subjects else array[f.subject] end
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (id text, subject text) where w.id = f.id`);
}

export interface StatusWatch {
  id: string;
  spec: StatusWatchSpec;
  services: string[];
  states: SeenStates;
}

export async function lockStatusWatches(tx: Db, services: readonly string[], now: Date): Promise<StatusWatch[]> {
  return rowsOf<StatusWatch>(
    tx,
    sql`select w.id, w.spec, to_json(w.subjects) as services, w.last_states as states from watches w where ${isLive("status", now)} and w.subjects && ${textArray(services)} order by w.id for update`,
  );
}

export async function saveStates(tx: Db, seen: readonly { id: string; states: SeenStates }[]): Promise<void> {
  if (seen.length === 0) return;
  await tx.execute(
    sql`update watches w set last_states = v.states from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as v (id text, states jsonb) where w.id = v.id`,
  );
}

/** Services whose known state differs from the one a watch has last seen. */
export async function listMissedServices(db: Db, now: Date): Promise<string[]> {
  const rows = await rowsOf<{ service: string }>(
    db,
    sql`
    select distinct v.service from watches w join status_services v on v.service = any(w.subjects)
    where ${isLive("status", now)} and v.known_state is not null and v.known_state is distinct from w.last_states->>v.service`,
  );
  return rows.map(({ service }) => service);
}

export async function listKnownStates(tx: Db, services: readonly string[]): Promise<Map<string, KnownState>> {
  const rows = await rowsOf<{ service: string; known_state: KnownState }>(
    tx,
    sql`select service, known_state from status_services where known_state is not null and service in (select jsonb_array_elements_text(${JSON.stringify(services)}::jsonb))`,
  );
  return new Map(rows.map((row) => [row.service, row.known_state]));
}

/** The watched providers as callers wrote them, with the services each was resolved to. */
export async function listWatchedProviders(db: Db, now: Date): Promise<{ provider: string; services: string[] }[]> {
  return rowsOf(
    db,
    sql`select distinct w.spec->>'provider' as provider, to_jsonb(w.subjects) as services from watches w where ${isLive("status", now)}`,
  );
}

export async function saveServicesOf(db: Db, provider: string, services: readonly string[]): Promise<void> {
  await db.execute(
    sql`update watches set subjects = ${textArray(services)} where status = 'active' and type = 'status' and spec->>'provider' = ${provider}`,
  );
}

export interface DigestWatch {
  id: string;
  cadence: DigestCadence;
  dueAt: Date;
}

/** Digests that are due, locked; those locked by another process are skipped. */
export async function lockDueDigests(tx: Db, limit: number, now: Date): Promise<DigestWatch[]> {
  const rows = await rowsOf<{ id: string; cadence: DigestCadence; due: string | Date }>(
    tx,
    sql`
    select w.id, w.spec->>'cadence' as cadence, w.digest_due_at as due from watches w
    where ${isLive("digest", now)} and w.digest_due_at <= ${at(now)} order by w.id limit ${limit} for update skip locked`,
  );
  return rows.map(({ id, cadence, due }) => ({ id, cadence, dueAt: toDate(due) }));
}

export async function saveDigestTimes(tx: Db, next: readonly { id: string; dueAt: Date }[]): Promise<void> {
  if (next.length === 0) return;
  await tx.execute(
    sql`update watches w set digest_due_at = n."dueAt" from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n (id text, "dueAt" timestamptz) where w.id = n.id`,
  );
}
