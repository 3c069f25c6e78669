import { sql } from "drizzle-orm";
import { inTransaction, type Db } from "@/db/client";
import { rowsOf } from "../support/stores/rows-of";
import { dbOf, openConnection } from "@/db/connection";
import { migrate } from "@/db/migrate/migrate";
import { saveModelListings, type ListingRow } from "@/db/queries/models/models";
import { openAccount } from "@/db/queries/money/ledger/ledger";
import { evaluateWatches } from "@/jobs/evaluate-watches";
import { evaluateStoredPrices } from "@/lib/watches/evaluate/evaluate-prices";
import { aListing } from "../support/models/model-facts";

/** Prints milliseconds on the embedded database, the slowest one that the service runs on. */

const ACTIVE = 10_000;
const MODELS = 100;
const now = new Date("2026-05-15T12:00:00Z");

const listingAt = (model: number, inputPrice: number): ListingRow => {
  const listing = aListing({ providerId: "acme", modelId: `acme-${model}`, name: `Acme ${model}`, inputPrice });
  return { ...listing, modelKey: listing.modelId, hash: `${model}:${inputPrice}` };
};

async function register(db: Db): Promise<void> {
  const accountId = await openAccount(db, { name: null, now });
  await db.execute(sql`
    insert into watches (id, account_id, paid_by, status, spec, subjects, callback_url, callback_host, is_verified, fire_cap, created_at, expires_at, last_value, last_states)
    select 'wat_' || lpad(to_hex(n), 24, '0'), ${accountId}, 'bench:' || n, 'active',
      json_build_object('type', 'price', 'model', 'acme-' || (n % ${MODELS}::int), 'field', 'inputPrice', 'op', 'lt', 'threshold', 5),
      array['acme/acme-' || (n % ${MODELS}::int)], 'https://93.184.215.14/' || n, '93.184.215.14', true, 100, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz + interval '90 days', 6, '{}'
    from generate_series(1, ${ACTIVE}::int) as n`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const store = (db: Db, listings: readonly ListingRow[]): Promise<number> =>
  timed(() =>
    inTransaction(db, async (tx) => {
      await saveModelListings(tx, listings);
      await evaluateStoredPrices(tx, listings, now);
    }),
  );

const countFires = async (db: Db): Promise<number> =>
  (await rowsOf<{ fires: number }>(db, sql`select count(*)::int as fires from watch_deliveries`))[0]?.fires ?? 0;
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const [, , folder = ""] = process.argv;
const connection = await openConnection({ driver: "pglite" }, folder);
await migrate(connection, process.cwd());
const db = dbOf(connection);
await saveModelListings(
  db,
  range(MODELS).map((model) => listingAt(model, 6)),
);
await register(db);
await db.execute(sql`analyze`);
const storedMs = await store(db, [listingAt(MODELS, 4)]);
const evaluatedMs = await store(db, [listingAt(7, 4)]);
const fired = await countFires(db);
const { signal } = new AbortController();
const minuteMs = await timed(() => Promise.resolve(evaluateWatches.run({ db, http: {} as never, now, signal, log: () => undefined })));
const everyMs = await store(
  db,
  range(MODELS).map((model) => listingAt(model, model === 7 ? 6 : 4)),
);
const everyFired = (await countFires(db)) - fired;
process.stdout.write(
  JSON.stringify({ active: ACTIVE, concerned: ACTIVE / MODELS, fired, storedMs, evaluatedMs, everyMs, everyFired, minuteMs }),
);
await connection.close();
