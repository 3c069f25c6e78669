import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { hearSource } from "@/lib/config/clock";
import { health } from "@/lib/endpoints/health";
import { routing } from "@/lib/endpoints/premium/routing";
import { createWatch } from "@/lib/endpoints/premium/watches";
import { publishReceiptLog } from "@/jobs/publish-receipt-log";
import { runNamedJob } from "@/lib/server/cli/job-commands";
import { readEverything } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { forgetPrepared, request } from "../../support/server/request";

const DAY_MS = 86_400_000;
const WATCH = JSON.stringify({
  spec: { type: "price", model: "Claude Opus 4.5", field: "blended", op: "lt", threshold: 10 },
  callback_url: "https://93.184.215.14/hook",
});

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

/** Three sources report a time this much later than the machine's clock. */
function reportSourceTimes(laterMs: number): void {
  for (const host of ["a.example", "b.example", "c.example"]) hearSource(host, new Date(Date.now() + laterMs));
}

beforeEach(async () => {
  forgetPrepared();
  reportSourceTimes(0);
  await readEverything(database.db, new Date());
});
afterAll(() => reportSourceTimes(0));

const count = async (table: string) =>
  (await rowsOf<{ count: number }>(database.db, sql.raw(`select count(*)::int as count from ${table}`)))[0]?.count;

describe("while three sources report that the clock is a day behind", () => {
  test("does not charge or sign a paid answer until the clocks agree again", async () => {
    const { bearer } = await fundedToken(database.db, 3);
    const ask = (key: string) => request(routing, "/api/premium/routing?task=code", { headers: { ...bearer, "Idempotency-Key": key } });
    reportSourceTimes(DAY_MS);
    const receipts = await count("receipts");
    const unsure = await ask("first-key-of-mine-1");
    expect(unsure).toMatchObject({
      status: 200,
      body: {
        ok: true,
        billing: { credits_charged: 0, credits_remaining: 3, no_charge_reason: "clock_unsure" },
        receipt_status: "clock_unsure",
      },
    });
    expect([unsure.body.receipt, unsure.headers.get("x-receipt-id")]).toEqual([undefined, null]);
    expect((await ask("first-key-of-mine-1")).text).toBe(unsure.text);
    expect(await count("receipts")).toBe(receipts);
    reportSourceTimes(0);
    expect(await ask("second-key-of-mine-1")).toMatchObject({
      status: 200,
      body: { billing: { credits_charged: 1, credits_remaining: 2 }, receipt: { credits_charged: 1 } },
    });
    expect(await faultsOfLedger(database.db)).toEqual([]);
  });

  test("refuses a watch, which would begin at an uncertain time, and leaves nothing of it", async () => {
    const { bearer } = await fundedToken(database.db, 3);
    const register = () => request(createWatch, "/api/premium/watches", { method: "POST", body: WATCH, headers: bearer });
    reportSourceTimes(DAY_MS);
    const refused = await register();
    expect(refused).toMatchObject({
      status: 503,
      body: {
        ok: false,
        error: "clock_unsure",
        billing: { credits_charged: 0, credits_remaining: 3, no_charge_reason: "clock_unsure" },
        receipt_status: "clock_unsure",
      },
    });
    expect(refused.headers.get("retry-after")).toBe("60");
    reportSourceTimes(0);
    expect(await register()).toMatchObject({ status: 200, body: { billing: { credits_charged: 1 } } });
    expect((await rowsOf(database.db, sql`select from watches where status = 'active'`)).length).toBe(1);
  });

  test("runs and records no job, and health says why", async () => {
    reportSourceTimes(DAY_MS);
    const runs = await count("job_runs");
    expect(await runNamedJob(database.db, { name: publishReceiptLog.name })).toMatchObject({
      status: "skipped",
      reason: expect.stringContaining("behind the median of what the sources say"),
    });
    expect(await count("job_runs")).toBe(runs);
    expect((await request(health)).body).toMatchObject({
      status: "degraded",
      clock: { sure: false, reason: expect.stringContaining("behind the median of what the sources say"), closed_early: [] },
    });
    reportSourceTimes(0);
    expect((await request(health)).body.clock).toEqual({ sure: true, reason: null, closed_early: [] });
  });
});
