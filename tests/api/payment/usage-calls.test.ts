import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refundHold } from "@/db/queries/money/ledger/refunds";
import { FAULTS } from "@/lib/domain/money/call-breakers";
import { DAY_MS } from "@/lib/domain/basics/time";
import { noChargeStats } from "@/lib/endpoints/payment/no-charge-stats";
import { paymentUsage } from "@/lib/endpoints/payment/usage";
import { usageCalls } from "@/lib/endpoints/payment/usage/calls";
import { usageCall } from "@/lib/endpoints/payment/usage/calls/[id]";
import { providerProfile } from "@/lib/endpoints/premium/providers/[name]";
import { routing } from "@/lib/endpoints/premium/routing";
import { EMPTIED, readEverything, storeOpusScores } from "../../support/history/daily-world";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { chargedCall, release, reserveFor } from "../../support/money/paid-calls";
import { forgetPrepared, request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

const ago = (ms: number): Date => new Date(Date.now() - ms);

async function read(at: Date): Promise<void> {
  forgetPrepared();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  await readEverything(database.db, at);
  await storeOpusScores(database.db, { swe_bench: 80, human_eval: 95, mmlu_pro: 90 }, at);
}

type Headers = Record<string, string>;
const list = (headers: Headers, query = "") => request(usageCalls, `${usageCalls.path}${query}`, { headers });
const route = (headers: Headers, query = "?task=code") => request(routing, `${routing.path}${query}`, { headers });
const profile = (headers: Headers, name: string) =>
  request(providerProfile, `/api/premium/providers/${name}`, { headers, params: { name } });

describe("calls of an account", () => {
  test("shows each as it was answered: charged, stale, at fault, repeated, and refused by a breaker", async () => {
    const { bearer } = await fundedToken(database.db, 100);
    await read(ago(60_000));
    const charged = await route({ ...bearer, "Idempotency-Key": "one" });
    expect((await route({ ...bearer, "Idempotency-Key": "one" })).headers.get("idempotency-replayed")).toBe("true");
    const unknown = await profile(bearer, "nobody-of-this-name");
    await read(ago(1_800_000));
    const stale = await route(bearer);
    expect((await route(bearer, "?top_n=99")).status).toBe(400);
    expect((await list(bearer)).body).toEqual({
      ok: true,
      count: 3,
      next_cursor: null,
      calls: [
        {
          id: expect.any(String),
          at: expect.any(String),
          method: "GET",
          endpoint: "/api/premium/routing",
          outcome: "not_charged",
          credits: 0,
          price: 1,
          reason: "stale_data",
          http_status: 200,
          receipt_id: stale.body.receipt.id,
          request_id: null,
        },
        {
          id: expect.any(String),
          at: expect.any(String),
          method: "GET",
          endpoint: "/api/premium/providers/{name}",
          outcome: "not_charged",
          credits: 0,
          price: unknown.body.receipt.credits_charged + 1,
          reason: "caller_fault",
          http_status: 404,
          receipt_id: unknown.body.receipt.id,
          request_id: unknown.body.request_id,
        },
        {
          id: expect.any(String),
          at: charged.body.receipt.server_time,
          method: "GET",
          endpoint: "/api/premium/routing",
          outcome: "charged",
          credits: 1,
          price: 1,
          reason: null,
          http_status: 200,
          receipt_id: charged.body.receipt.id,
          request_id: null,
        },
      ],
    });
    // The 400 counted for the breaker too, although it is in no list: nothing was held for it.
    for (let call = 2; call < FAULTS.calls; call++) expect((await profile(bearer, `nobody-${call}`)).status).toBe(404);
    expect((await profile(bearer, "nobody-at-all")).body.error).toBe("no_charge_abuse");
    expect((await list(bearer, "?limit=1")).body.calls[0]).toMatchObject({
      outcome: "not_charged",
      reason: "circuit_breaker",
      http_status: 429,
      receipt_id: null,
      request_id: null,
    });
    expect((await request(noChargeStats)).body.by_reason).toEqual({ stale_data: 1, caller_fault: FAULTS.calls - 1 });
    expect(await faultsOfLedger(database.db)).toEqual([]);
  });

  test("gives the receipt of a call as it was signed, to its own account only", async () => {
    const { bearer } = await fundedToken(database.db, 10);
    await read(ago(60_000));
    const answers = [await route(bearer), await profile(bearer, "nobody-of-this-name")];
    const { calls } = (await list(bearer)).body;
    for (const [index, { body }] of answers.toReversed().entries()) {
      const { id } = calls[index];
      const one = await request(usageCall, `${usageCalls.path}/${id}`, { headers: bearer, params: { id } });
      expect(one.body).toEqual({ ok: true, call: calls[index], receipt: body.receipt });
      const stranger = await fundedToken(database.db, 1);
      expect((await request(usageCall, `${usageCalls.path}/${id}`, { headers: stranger.bearer, params: { id } })).body.error).toBe(
        "call_not_found",
      );
    }
  });

  test("pages without a gap or a repeat, also among calls of one moment, and shows none of another account", async () => {
    const { token, bearer } = await fundedToken(database.db, 100);
    const other = await fundedToken(database.db, 10);
    await chargedCall(database.db, { token: other.token });
    const moment = ago(3_600_000);
    for (let call = 0; call < 7; call++) await chargedCall(database.db, { token, now: call < 5 ? moment : ago(call * 1000) });
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body }: Awaited<ReturnType<typeof list>> = await list(bearer, `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.calls.map((call: { receipt_id: string }) => call.receipt_id));
      cursor = body.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
    const foreign = (await list(bearer, "?limit=2")).body.next_cursor;
    for (const cursor of [foreign, "nonsense"]) {
      const { status, body } = await list(other.bearer, `?cursor=${cursor}`);
      expect([status, body.error, body.parameter]).toEqual([400, "invalid_parameter", "cursor"]);
    }
  });

  test("agrees with the usage of each day, filters by outcome and by days, and names a refund", async () => {
    const { token, bearer } = await fundedToken(database.db, 100, ago(50 * DAY_MS));
    for (const days of [40, 20, 3, 0]) await chargedCall(database.db, { token, now: ago(days * DAY_MS), credits: days + 1 });
    const refunded = await chargedCall(database.db, { token, now: ago(2 * DAY_MS), credits: 2 });
    await refundHold(database.db, refunded, "not delivered", ago(2 * DAY_MS));
    const died = await reserveFor(database.db, { token, now: ago(DAY_MS) });
    await release(database.db, died?.holdId ?? "", ago(DAY_MS));
    await reserveFor(database.db, { token });
    const all = (await list(bearer, "?days=90")).body.calls as { outcome: string; credits: number; price: number; reason: string | null }[];
    expect(all.map(({ outcome, credits, price }) => [outcome, credits, price])).toEqual([
      ["charged", 1, 1],
      ["not_charged", 0, 1],
      ["refunded", 0, 2],
      ["charged", 4, 4],
      ["charged", 21, 21],
      ["charged", 41, 41],
    ]);
    const usage = (await request(paymentUsage, `${paymentUsage.path}?days=90`, { headers: bearer })).body;
    expect(all.reduce((sum, { credits }) => sum + credits, 0)).toBe(usage.total_credits_spent);
    const uncharged = usage.by_day.reduce((sum: number, day: { uncharged_calls: number | null }) => sum + (day.uncharged_calls ?? 0), 0);
    expect((await list(bearer, "?days=90&charged=false")).body.count).toBe(uncharged);
    expect((await list(bearer, "?days=90&charged=true")).body.count).toBe(usage.total_calls);
    expect((await list(bearer, "?days=4")).body.count).toBe(4);
    expect((await list(bearer)).body.count).toBe(5);
  });

  test("is a table for spreadsheets too", async () => {
    const { token, bearer } = await fundedToken(database.db, 5);
    await chargedCall(database.db, { token, credits: 2 });
    const { text, headers } = await list(bearer, "?format=csv");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [head, line, ...rest] = text.trim().split("\n");
    expect(head).toBe("id,at,method,endpoint,outcome,credits,price,reason,http_status,receipt_id,request_id");
    expect(line).toMatch(/^hold_[\w-]+,\d{4}-[^,]+,GET,\/api\/premium\/routing,charged,2,2,,200,[0-9a-f-]+,$/);
    expect(rest).toEqual([]);
  });

  test.each(["days=0", "days=91", "limit=5001", "charged=maybe"])("refuses %s by name", async (query) => {
    const { bearer } = await fundedToken(database.db, 1);
    const { status, body } = await list(bearer, `?${query}`);
    expect([status, body.parameter]).toEqual([400, query.split("=")[0]]);
  });
});
