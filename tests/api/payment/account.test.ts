import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addToken } from "@/db/queries/money/tokens/tokens";
import { recordNoCharge } from "@/db/queries/money/call/no-charge";
import { refundHold } from "@/db/queries/money/ledger/refunds";
import { purchases } from "@/db/schema/money";
import { mintToken, tokenRow } from "@/lib/money/base/access-token";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { paymentHistory } from "@/lib/endpoints/payment/history";
import { noChargeStats } from "@/lib/endpoints/payment/no-charge-stats";
import { noChargeDates } from "@/lib/endpoints/payment/no-charge-stats/dates";
import { paymentRevoke } from "@/lib/endpoints/payment/revoke";
import { paymentUsage } from "@/lib/endpoints/payment/usage";
import { utcDay } from "@/lib/domain/basics/date-range";
import { DAY_MS } from "@/lib/domain/basics/time";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { bearer, capture, chargedCall, fundedAccount, release, reserveFor } from "../../support/money/paid-calls";
import { request } from "../../support/server/request";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await useTestDatabase();
});
afterAll(() => opened.close());

const at = (second: number): Date => new Date(Date.UTC(2026, 4, 15, 17, 0, second));

let nextHash = 0;
async function recordPurchases(
  accountId: number,
  entries: readonly { units: bigint; credits: number; reversedAt?: Date }[],
): Promise<void> {
  const rows = entries.map(({ units, credits, reversedAt }, index) => ({
    accountId,
    chainId: 8453,
    txHash: `0x${(++nextHash).toString(16).padStart(64, "0")}`,
    logIndex: 0,
    sender: "0xabc",
    units,
    credits,
    blockNumber: 1000 + index,
    transactionId: 1,
    confirmedAt: at(index),
    reversedAt: reversedAt ?? null,
  }));
  await opened.db.insert(purchases).values(rows);
}

const ENDPOINTS = [paymentBalance, paymentUsage, paymentHistory, paymentRevoke];

describe.each(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint] as const))("%s", (_, endpoint) => {
  const call = (headers: Record<string, string>) => request(endpoint, endpoint.path, { method: endpoint.method, headers });

  test("answers 401 token_required without a token", async () => {
    for (const headers of [{}, { authorization: " " }]) {
      const { status, body } = await call(headers as Record<string, string>);
      expect([status, body.ok, body.error]).toEqual([401, false, "token_required"]);
    }
  });

  test("answers 401 invalid_token with WWW-Authenticate for an unknown, malformed or revoked token", async () => {
    const revoked = await fundedAccount(opened.db, 5);
    await request(paymentRevoke, paymentRevoke.path, { method: "POST", body: JSON.stringify({ confirm: true }), ...bearer(revoked.token) });
    for (const authorization of [
      `Bearer ${mintToken("x", "minted").token}`,
      "Bearer nonsense",
      "Basic YTpi",
      `Bearer ${revoked.token}`,
      `Bearer ${revoked.token.toUpperCase()}`,
    ]) {
      const { status, body, headers } = await call({ authorization });
      expect([authorization, status, body.error]).toEqual([authorization, 401, "invalid_token"]);
      expect(headers.get("www-authenticate")).toBe('Bearer realm="premium", error="invalid_token"');
    }
  });

  test("is never kept by a cache", async () => {
    const { token } = await fundedAccount(opened.db, 0);
    const { status, headers } = await call(bearer(token).headers);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  });
});

describe("balance", () => {
  test("leaves out credits on hold for an open call", async () => {
    const { token } = await fundedAccount(opened.db, 50);
    const unused = await request(paymentBalance, paymentBalance.path, bearer(token));
    expect(unused.body).toMatchObject({ ok: true, balance: 50, credits_remaining: 50, last_used: null, total_purchased: 0 });
    const held = await reserveFor(opened.db, { token, credits: 3, now: at(0) });
    expect((await request(paymentBalance, paymentBalance.path, bearer(token))).body).toMatchObject({
      balance: 47,
      credits_remaining: 47,
      last_used: at(0).toISOString(),
    });
    await capture(opened.db, held?.holdId ?? "", at(1));
    expect((await request(paymentBalance, paymentBalance.path, bearer(token))).body).toMatchObject({
      balance: 47,
      last_used: at(0).toISOString(),
    });
  });

  test("is shared by all tokens of the account, while the last use is each token's own", async () => {
    const { token, accountId } = await fundedAccount(opened.db, 10);
    const second = mintToken("second", "minted");
    await addToken(opened.db, accountId, second.row, at(0));
    await chargedCall(opened.db, { token, now: at(5) });
    expect((await request(paymentBalance, paymentBalance.path, bearer(second.token))).body).toMatchObject({
      balance: 9,
      last_used: null,
      created: at(0).toISOString(),
    });
  });
});

describe("usage", () => {
  test("is zero and empty before any call", async () => {
    const { token } = await fundedAccount(opened.db, 10);
    const { body } = await request(paymentUsage, paymentUsage.path, bearer(token));
    expect(body).toEqual({ ok: true, token_balance: 10, total_calls: 0, total_credits_spent: 0, by_endpoint: {}, recent: [] });
  });

  test("counts only charged calls, per endpoint, and lists the newest 25", async () => {
    const { token } = await fundedAccount(opened.db, 100);
    for (let second = 0; second < 27; second++) await chargedCall(opened.db, { token, now: at(second), endpoint: "/api/premium/routing" });
    await chargedCall(opened.db, { token, now: at(30), credits: 5, endpoint: "/api/premium/watches" });
    await reserveFor(opened.db, { token, now: at(31), endpoint: "/api/premium/forecast" });
    const { body } = await request(paymentUsage, paymentUsage.path, bearer(token));
    expect(body).toMatchObject({ token_balance: 67, total_calls: 28, total_credits_spent: 32 });
    expect(body.by_endpoint).toEqual({
      "/api/premium/routing": { calls: 27, credits: 27, last_seen: at(26).toISOString() },
      "/api/premium/watches": { calls: 1, credits: 5, last_seen: at(30).toISOString() },
    });
    expect(body.recent).toHaveLength(25);
    expect(body.recent.slice(0, 2)).toEqual([
      { endpoint: "/api/premium/watches", credits: 5, at: at(30).toISOString(), receipt_id: expect.any(String) },
      { endpoint: "/api/premium/routing", credits: 1, at: at(26).toISOString(), receipt_id: expect.any(String) },
    ]);
  });
});

test("usage leaves out a refunded call", async () => {
  const { token } = await fundedAccount(opened.db, 10);
  const holdId = await chargedCall(opened.db, { token, now: at(0) });
  await chargedCall(opened.db, { token, now: at(1), credits: 2 });
  await refundHold(opened.db, holdId, "not delivered", at(2));
  const { body } = await request(paymentUsage, paymentUsage.path, bearer(token));
  expect(body).toMatchObject({ token_balance: 8, total_calls: 1, total_credits_spent: 2 });
  expect(body.recent).toHaveLength(1);
});

describe("usage by day", () => {
  const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);
  const usage = async (token: string, days: string) => request(paymentUsage, `${paymentUsage.path}?days=${days}`, bearer(token));

  test("has every day, charged calls equal to the ledger, and unknown uncharged calls where they are no longer kept", async () => {
    const { token } = await fundedAccount(opened.db, 300, ago(90));
    for (const days of [89, 40, 40, 3, 0]) {
      await chargedCall(opened.db, { token, now: ago(days), credits: days + 1, endpoint: "/api/premium/routing" });
    }
    const refunded = await chargedCall(opened.db, { token, now: ago(3), credits: 2, endpoint: "/api/premium/watches" });
    await refundHold(opened.db, refunded, "not delivered", ago(3));
    const waived = await reserveFor(opened.db, { token, now: ago(3), endpoint: "/api/premium/forecast" });
    await release(opened.db, waived?.holdId ?? "", ago(3));
    await reserveFor(opened.db, { token, now: ago(0), endpoint: "/api/premium/forecast" });
    const { body } = await usage(token, "90");
    expect(body.by_day.map(({ date }: { date: string }) => date)).toEqual(Array.from({ length: 90 }, (_, n) => utcDay(ago(89 - n))));
    const on = (days: number) => body.by_day[89 - days];
    expect(on(89)).toMatchObject({ calls: 1, credits: 90, uncharged_calls: null });
    expect(on(40)).toMatchObject({ calls: 2, credits: 82, uncharged_calls: null });
    expect(on(3)).toEqual({
      date: utcDay(ago(3)),
      calls: 1,
      credits: 4,
      uncharged_calls: 2,
      by_endpoint: {
        "/api/premium/forecast": { calls: 0, credits: 0, uncharged_calls: 1 },
        "/api/premium/routing": { calls: 1, credits: 4, uncharged_calls: 0 },
        "/api/premium/watches": { calls: 0, credits: 0, uncharged_calls: 1 },
      },
    });
    expect(on(0)).toMatchObject({ calls: 1, credits: 1, uncharged_calls: 0 });
    expect(on(10)).toEqual({ date: utcDay(ago(10)), calls: 0, credits: 0, uncharged_calls: 0, by_endpoint: {} });
    expect(body.by_day.reduce((sum: number, { credits }: { credits: number }) => sum + credits, 0)).toBe(body.total_credits_spent);
  });

  test.each(["0", "91", "x"])("refuses days=%j by name", async (days) => {
    const { token } = await fundedAccount(opened.db, 1);
    const { status, body } = await usage(token, days);
    expect([status, body.message]).toEqual([400, expect.stringContaining("days")]);
  });
});

describe("history", () => {
  test("is empty for an imported token, whatever its format", async () => {
    const { accountId } = await fundedAccount(opened.db, 49);
    const old = "tk-2025-legacy-AbCdEfGh0123456789";
    await addToken(opened.db, accountId, tokenRow(old, "old", "imported"), at(0));
    const { status, body } = await request(paymentHistory, paymentHistory.path, bearer(old));
    expect(status).toBe(200);
    expect(body).toMatchObject({ current_balance: 49, total_purchased_usd: 0, total_credits_added: 0, purchase_count: 0, purchases: [] });
  });

  test("lists the newest 100 purchases and sums all to six decimals, without one whose block left the chain", async () => {
    const { token, accountId } = await fundedAccount(opened.db, 1);
    await recordPurchases(
      accountId,
      Array.from({ length: 120 }, (_, index) => ({ units: 1_000_001n + BigInt(index), credits: 50 })),
    );
    await recordPurchases(accountId, [{ units: 7_000_000n, credits: 385, reversedAt: at(9) }]);
    const { body } = await request(paymentHistory, paymentHistory.path, bearer(token));
    expect(body).toMatchObject({ purchase_count: 120, total_purchased_usd: 120.00726, total_credits_added: 6000 });
    expect(body.token_short).toMatch(/^aed_live_[0-9a-f]{8}\.\.\.$/);
    expect(body.purchases).toHaveLength(100);
    expect(body.purchases[0]).toEqual({
      tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      amount_usd: 1.00012,
      credits_added: 50,
      block_number: 1119,
      confirmed_at: at(119).toISOString(),
      amount_base_units: "1000120",
      bonus_credits: 0,
      sender: "0xabc",
      chain_id: 8453,
      explorer_url: expect.stringMatching(/^https:\/\/basescan\.org\/tx\/0x[0-9a-f]{64}$/),
      state: "credited",
    });
    expect((await request(paymentBalance, paymentBalance.path, bearer(token))).body.total_purchased).toBe(6000);
  });

  test("shows no purchase of another account", async () => {
    const one = await fundedAccount(opened.db, 1);
    const other = await fundedAccount(opened.db, 1);
    await recordPurchases(one.accountId, [{ units: 1_000_000n, credits: 50 }]);
    expect((await request(paymentHistory, paymentHistory.path, bearer(other.token))).body.purchases).toEqual([]);
  });
});

describe("no-charge-stats", () => {
  test("covers today by default, with a note when nothing was waived", async () => {
    const { body } = await request(noChargeStats);
    expect(body).toEqual({
      ok: true,
      date: new Date().toISOString().slice(0, 10),
      count: 0,
      by_reason: {},
      by_endpoint: {},
      credits_skipped: 0,
      events: [],
      note: expect.any(String),
    });
    expect((await request(noChargeDates)).body).toEqual({ ok: true, count: 0, dates: [] });
  });

  test("counts a UTC day by hour, and reveals no token", async () => {
    const event = {
      reason: "stale_data",
      endpoint: "/api/premium/routing",
      credits: 1,
      payer: "aed_live_eb0d0155...77e0b3d1",
      receiptId: null,
    };
    await opened.db.execute(sql`insert into no_charge_events (at, reason, endpoint, credits_skipped, token_short)
      select '2026-05-15T00:00:00Z'::timestamptz + i * interval '1 second', 'stale_data', '/api/premium/routing', 2, 'aed_live_eb0d0155...77e0b3d1' from generate_series(0, 249) i`);
    await recordNoCharge(opened.db, {
      ...event,
      reason: "5xx",
      endpoint: "/api/premium/forecast",
      payer: "",
      at: new Date("2026-05-15T23:59:59.999Z"),
    });
    await recordNoCharge(opened.db, { ...event, at: new Date("2026-05-14T23:59:59.999Z") });
    await recordNoCharge(opened.db, { ...event, at: new Date("2026-05-16T00:00:00.000Z") });
    const { body } = await request(noChargeStats, "/api/payment/no-charge-stats?date=2026-05-15");
    expect(body).toMatchObject({
      date: "2026-05-15",
      count: 251,
      credits_skipped: 501,
      by_reason: { stale_data: 250, "5xx": 1 },
      by_endpoint: { "/api/premium/routing": 250, "/api/premium/forecast": 1 },
    });
    expect(body.events).toEqual([
      { ts: "2026-05-15T23:00:00.000Z", reason: "5xx", endpoint: "/api/premium/forecast", count: 1, cost_skipped: 1 },
      { ts: "2026-05-15T00:00:00.000Z", reason: "stale_data", endpoint: "/api/premium/routing", count: 250, cost_skipped: 500 },
    ]);
    expect(body.note).toBeUndefined();
    expect((await request(noChargeDates)).body).toEqual({ ok: true, count: 3, dates: ["2026-05-16", "2026-05-15", "2026-05-14"] });
  });

  test.each(["2026-02-30", "yesterday", "2999-01-01"])("refuses the date %s", async (date) => {
    const { status, body } = await request(noChargeStats, `/api/payment/no-charge-stats?date=${date}`);
    expect([status, body.error, body.parameter]).toEqual([400, "invalid_parameter", "date"]);
  });
});
