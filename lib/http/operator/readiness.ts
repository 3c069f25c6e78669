import type { Db } from "@/db/client";
import { countMissingMigrations } from "@/db/migrate/missing-migrations";
import { consultClock } from "@/db/queries/clock";
import { pingDatabase } from "@/db/queries/installation";
import { findLastCheck } from "@/db/queries/money/ledger/ledger-check";
import { serviceTime } from "@/lib/config/clock";
import { describeDoubt } from "@/lib/domain/freshness/clock";
import { plural } from "@/lib/domain/pages/format";
import { publishedKey } from "@/lib/receipts/published-key";
import { isOwnStorageLow } from "../call/as-api-error";
import { within } from "@/lib/config/within";

/** State of the parts that calls need: `ok`, a sentence that says what is wrong, or null where unknown. */
interface Readiness {
  database: string;
  migrations: string | null;
  signing_key: string | null;
  clock: string | null;
  ledger: string | null;
  storage: string | null;
}

export const READY = "ok";

/** The sentence stands for a check that fails; a check that finds a fault words it itself. */
const check = (work: Promise<string>, otherwise: string): Promise<string> => within(work).catch(() => otherwise);

async function migrationsApplied(db: Db): Promise<string> {
  const missing = await countMissingMigrations(db, process.cwd());
  return missing === 0 ? READY : `The database lacks ${plural(missing, "migration")}: run \`npm run migrate\`.`;
}

async function clockAgrees(db: Db): Promise<string> {
  const doubt = await consultClock(db);
  return doubt === null ? READY : `The clock is in doubt: ${describeDoubt(doubt)}.`;
}

async function ledgerBalances(db: Db): Promise<string> {
  const { faults } = await findLastCheck(db);
  return faults.length === 0
    ? READY
    : `The ledger had ${plural(faults.length, "fault")} at its last check: run \`npm run ledger -- verify\`.`;
}

async function checkDatabase(db: Db): Promise<Omit<Readiness, "storage">> {
  const database = await check(
    pingDatabase(db).then(() => READY),
    "The database does not answer.",
  );
  if (database !== READY) return { database, migrations: null, signing_key: null, clock: null, ledger: null };
  return {
    database,
    migrations: await check(migrationsApplied(db), "The list of applied migrations cannot be read: run `npm run migrate`."),
    signing_key: await check(
      publishedKey(db, serviceTime()).then(() => READY),
      "The key that signs receipts cannot be read or published.",
    ),
    clock: await check(clockAgrees(db), "The clock cannot be compared with the database's."),
    ledger: await check(ledgerBalances(db), "The last check of the ledger cannot be read."),
  };
}

function storageSays(): string | null {
  const isLow = isOwnStorageLow();
  return isLow === true
    ? "The disk of the embedded database has less than 64 MB left: paid calls are refused. Make room."
    : isLow === null
      ? null
      : READY;
}

async function checkAll(db: Db): Promise<Readiness> {
  return { ...(await checkDatabase(db)), storage: storageSays() };
}

const CACHED_MS = 1000;
const cached = new WeakMap<Db, { answer: Promise<Readiness>; until: number }>();

/** Strangers may ask too, so a check serves all who ask during it or within a second after it. */
export function checkReadiness(db: Db): Promise<Readiness> {
  const last = cached.get(db);
  if (last && performance.now() <= last.until) return last.answer;
  const next = { answer: checkAll(db), until: Number.POSITIVE_INFINITY };
  cached.set(db, next);
  return next.answer.finally(() => (next.until = performance.now() + CACHED_MS));
}
