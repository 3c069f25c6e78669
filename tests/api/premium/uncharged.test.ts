import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { UNCHARGED } from "@/lib/domain/money/call-breakers";
import { routing } from "@/lib/endpoints/premium/routing";
import { readEverything, storeOpusScores } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { request } from "../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  const halfAnHourAgo = new Date(Date.now() - 1_800_000);
  await readEverything(database.db, halfAnHourAgo);
  await storeOpusScores(database.db, { swe_bench: 80, human_eval: 95, mmlu_pro: 90 }, halfAnHourAgo);
});
afterAll(() => database.close());

const ask = (query: string, headers: Record<string, string>) => request(routing, `/api/premium/routing${query}`, { headers });

const rowsNow = async () =>
  (
    await rowsOf(
      database.db,
      sql`select (select count(*)::int from holds) as holds, (select count(*)::int from no_charge_events) as events, (select count(*)::int from receipts) as receipts, (select count(*)::int from stored_answers) as answers`,
    )
  )[0];

test("gives a token at most sixty uncharged answers per minute, also in parallel, and stores nothing beyond them", async () => {
  const { bearer, accountId } = await fundedToken(database.db, 100);
  const answers = await Promise.all(
    Array.from({ length: UNCHARGED.calls + 15 }, (_, call) =>
      ask(`?task=code&budget=${call + 1}`, { ...bearer, "Idempotency-Key": `call-${call}` }),
    ),
  );
  const answered = answers.filter(({ status }) => status === 200);
  expect(answered.length).toBe(UNCHARGED.calls);
  expect(answered.every(({ body }) => body.stale && body.billing.no_charge_reason === "stale_data")).toBe(true);
  for (const { status, body, headers } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, body.error, body.billing]).toEqual([
      429,
      "too_many_uncharged",
      { credits_charged: 0, credits_remaining: expect.any(Number), no_charge_reason: "circuit_breaker" },
    ]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const before = await rowsNow();
  expect(before).toMatchObject({ events: UNCHARGED.calls, receipts: UNCHARGED.calls, answers: UNCHARGED.calls });
  for (let call = 0; call < 5; call++) {
    expect((await ask(`?task=code&budget=${1000 + call}`, bearer)).body.error).toBe("too_many_uncharged");
  }
  expect(await rowsNow()).toEqual(before);
  expect(await rowsOf(database.db, sql`select held::int from accounts where id = ${accountId}`)).toEqual([{ held: 0 }]);
  expect(await faultsOfLedger(database.db)).toEqual([]);
});

test("counts an idempotency key of another request as a fault", async () => {
  const { bearer } = await fundedToken(database.db, 100);
  const keyed = { ...bearer, "Idempotency-Key": "one" };
  await ask("?task=code&budget=1", keyed);
  for (let call = 0; call < 20; call++) expect((await ask("?task=code&budget=2", keyed)).status).toBe(422);
  expect((await ask("?task=code&budget=2", keyed)).body.error).toBe("no_charge_abuse");
});

test("refuses a token without credits after sixty refusals in a minute without asking the database", async () => {
  const { bearer } = await fundedToken(database.db, 0);
  for (let call = 0; call < UNCHARGED.calls; call++) expect((await ask(`?task=code&budget=${call + 1}`, bearer)).status).toBe(402);
  const statements = vi.spyOn(database.db, "execute");
  const { status, body, headers } = await ask("?task=code", bearer);
  expect([status, body.error, statements.mock.calls]).toEqual([429, "too_many_uncharged", []]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  statements.mockRestore();
  const another = await fundedToken(database.db, 0);
  expect((await ask("?task=code", another.bearer)).status).toBe(402);
});
