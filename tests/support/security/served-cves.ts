import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { sql } from "drizzle-orm";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { listTokens } from "@/db/queries/money/tokens/tokens";
import { verifiedCve } from "@/lib/endpoints/premium/security/verified/[cve_id]";
import { cardHttp } from "@/lib/loaders/security/card-http";
import { loadCveReadings } from "@/lib/loaders/security/load-cve-readings";
import { refreshEpssTable, refreshKevCatalog } from "@/lib/loaders/security/refresh-cve-catalogs";
import { createSourceHttp } from "@/lib/sources/http/http";
import { CVE_TABLES } from "./cve-world";
import { useTestDatabase, type TestDatabase } from "../stores/database";
import { faultsOfLedger, fundedToken } from "../money/money";
import { replayFolder, type ReplayedAnswer, type ReplayFolder } from "../sources/replay-folder";
import { forgetPrepared, request, type Answer } from "../server/request";
import { openGate } from "../sources/source-client";

export let database: TestDatabase;
let past: ReplayFolder;

async function forgetReadings(): Promise<void> {
  await database.db.execute(sql.raw(`truncate ${CVE_TABLES}`));
  forgetPrepared();
  await refreshEpssTable({ db: database.db, http: cardHttp(database.db), now: new Date() });
}

/**
 * Serves the CVE endpoint over one replayed network for all tests of the importing file. Each test begins without readings,
 * unless `isKept`: then the whole catalogs are read once, before the first test.
 */
export function serveCves(answers: readonly ReplayedAnswer[], isKept = false): void {
  const present = replayFolder();
  present.answer(answers);
  process.env.SOURCES_REPLAY_DIR = present.path;
  beforeAll(async () => {
    database = await useTestDatabase();
    if (!isKept) return;
    await forgetReadings();
    await refreshKevCatalog({ db: database.db, http: cardHttp(database.db), now: new Date() });
  });
  afterAll(async () => {
    present.remove();
    await database.close();
  });
  beforeEach(async () => {
    past = replayFolder();
    if (!isKept) await forgetReadings();
  });
  afterEach(() => past.remove());
}

/** Reads a CVE at an earlier time, so that the readings are cached with that age. */
export async function readEarlier(cveId: string, now: Date, answers: readonly ReplayedAnswer[]): Promise<void> {
  past.answer(answers);
  const http = createSourceHttp({
    memory: storedMemory(database.db),
    userAgent: "test",
    replayDir: past.path,
    gate: openGate(),
    backoffMs: 1,
    now: () => now,
  });
  await loadCveReadings({ db: database.db, cveId, now, http });
}

export const CREDITS = 5;

export interface BoughtCard extends Answer {
  /** Spendable credits of the account after the call. */
  left: number;
  faults: string[];
}

/** Each call uses a new account. */
export async function buyCard(cveId: string, headers: Record<string, string> = {}): Promise<BoughtCard> {
  const { bearer, accountId } = await fundedToken(database.db, CREDITS);
  const answer = await request(verifiedCve, `/api/premium/security/verified/${encodeURIComponent(cveId)}`, {
    headers: { ...bearer, ...headers },
    params: { cve_id: cveId },
  });
  const [token] = await listTokens(database.db, accountId);
  return { ...answer, left: token?.spendable ?? -1, faults: await faultsOfLedger(database.db) };
}
