import { tmpdir } from "node:os";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recordCheck } from "@/db/queries/money/ledger/ledger-check";
import { run } from "@/db/statements";
import { live } from "@/lib/endpoints/health/live";
import { ready } from "@/lib/endpoints/health/ready";
import { aLedgerCheck } from "../../support/money/a-ledger-check";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request, type Answer } from "../../support/server/request";

// The disk of this folder is the one that is looked at.
Object.assign(process.env, { DATA_DIR: tmpdir() });

let opened: TestDatabase;
beforeEach(async () => {
  opened = await useTestDatabase();
});
afterEach(() => opened.close().catch(() => undefined));

const check = (faults: string[]): Promise<void> => recordCheck(opened.db, aLedgerCheck(new Date(), faults));

/** What is not ready, and that the answer says so with its status, its message and when to ask again. */
function wrongParts({ status, body, headers }: Answer): string[] {
  const wrong = Object.entries(body.checks as Record<string, string | null>).filter(([, says]) => says !== "ok" && says !== null);
  expect([status, body.error, headers.get("retry-after")]).toEqual([503, "not_ready", "5"]);
  expect(body.message).toBe(wrong.map(([, says]) => says).join(" "));
  expect(body.message).not.toContain("\n");
  return wrong.map(([name]) => name);
}

describe("ready", () => {
  test("is 200 while every part is", async () => {
    await check([]);
    const { status, body, headers } = await request(ready);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(body).toMatchObject({ ok: true, status: "ready" });
    expect(new Set(Object.values(body.checks))).toEqual(new Set(["ok"]));
  });

  test("is 503 while the database does not answer, and does not guess at what only it knows", async () => {
    await opened.connection.close();
    const answer = await request(ready);
    expect(wrongParts(answer)).toEqual(["database"]);
    expect(answer.body.checks).toMatchObject({ migrations: null, ledger: null });
  });

  test("is 503 while a migration is missing", async () => {
    await run(opened.db, sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`);
    const answer = await request(ready);
    expect(wrongParts(answer)).toEqual(["migrations"]);
    expect(answer.body.message).toContain("npm run migrate");
  });

  test("is 503 while the ledger does not balance", async () => {
    await check(["account 7 keeps 3 credits, its entries sum to 2"]);
    const answer = await request(ready);
    expect(wrongParts(answer)).toEqual(["ledger"]);
    expect(answer.text).not.toContain("account 7");
  });
});

test("live is 200 also while the database does not answer", async () => {
  await opened.connection.close();
  const { status, body } = await request(live);
  expect([status, body]).toEqual([200, { ok: true, status: "live" }]);
});
