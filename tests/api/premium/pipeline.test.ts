import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { freshness } from "@/lib/docs/catalog";
import { routing } from "@/lib/endpoints/premium/routing";
import { ADDRESS_HEADER } from "@/lib/http/limits/address-keys";
import { LIMITS } from "@/lib/http/limits/limits";
import { EMPTIED, readEverything, storeOpusScores } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { forgetPrepared, request } from "../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

async function storeScores(at: Date): Promise<void> {
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  await readEverything(database.db, at);
  await storeOpusScores(database.db, { swe_bench: 80, human_eval: 95, mmlu_pro: 90 }, at);
}

const ask = (query: string, headers: Record<string, string> = {}, method = "GET") =>
  request(routing, `/api/premium/routing${query}`, { headers, method });

describe("a call that costs credits", () => {
  beforeEach(async () => {
    forgetPrepared();
    await storeScores(ago(1));
  });

  test("charges a complete, fresh answer once, with receipt and balance", async () => {
    const { bearer } = await fundedToken(database.db, 3);
    const { status, body, headers } = await ask("?task=code", { ...bearer, "X-Agent-Nonce": "run-0001" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      task: "code",
      freshness: { fresh: true, sla_applies: true, max_age_seconds: 600 },
      billing: { credits_charged: 1, credits_remaining: 2 },
      receipt: {
        v: 1,
        credits_charged: 1,
        credits_remaining: 2,
        agent_nonce: "run-0001",
        no_charge_reason: null,
        endpoint: "/api/premium/routing",
      },
    });
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-receipt-id")).toBe(body.receipt.id);
    expect(Object.keys(body).slice(-3)).toEqual(["freshness", "billing", "receipt"]);
    expect(await faultsOfLedger(database.db)).toEqual([]);
  });

  test("does not charge for bad input, nor answer it with a price", async () => {
    const { bearer } = await fundedToken(database.db, 3);
    expect((await ask("?top_n=11")).body).toMatchObject({
      ok: false,
      error: "invalid_parameter",
      billing: { credits_charged: 0, credits_remaining: 0 },
    });
    expect((await ask("?top_n=11", bearer)).body).toMatchObject({
      error: "invalid_parameter",
      billing: { credits_charged: 0, credits_remaining: 3 },
    });
  });

  test("distinguishes no credential, a wrong one, too few credits and two ways to pay", async () => {
    const { bearer } = await fundedToken(database.db, 0);
    const none = await ask("");
    expect([none.status, none.body.error, none.body.credits_required]).toEqual([402, "payment_required", 1]);
    const wrong = await ask("", { Authorization: `Bearer aed_live_${"0".repeat(64)}` });
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="premium", error="invalid_token"']);
    expect((await ask("", bearer)).body).toMatchObject({
      error: "insufficient_credits",
      balance: 0,
      required: 1,
      billing: { credits_remaining: 0 },
    });
    expect((await ask("", { ...bearer, "X-Payment-Tx": `0x${"1".repeat(64)}` })).body).toMatchObject({ error: "multiple_credentials" });
  });

  test("shows the balance to HEAD without a charge", async () => {
    const { bearer } = await fundedToken(database.db, 2);
    const { status, headers, text } = await ask("?task=code", bearer, "HEAD");
    expect([status, headers.get("x-payment-token-balance"), text]).toEqual([200, "2", ""]);
  });

  test("replays the answer for the same idempotency key and request with one charge, and refuses another request", async () => {
    const { bearer } = await fundedToken(database.db, 5);
    const keyed = { ...bearer, "Idempotency-Key": "one-purchase" };
    const first = await ask("?task=code", keyed);
    const second = await ask("?task=code", keyed);
    expect(second.text).toBe(first.text);
    expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect((await ask("?task=general", keyed)).body).toMatchObject({ error: "idempotency_mismatch", billing: { credits_remaining: 4 } });
    expect((await ask("?task=general", { ...bearer, "Idempotency-Key": "bad key" })).status).toBe(400);
  });

  test("counts faulty requests without a token and unknown tokens against the limit of 120 per minute", async () => {
    const [nobody, guesser] = [
      { [ADDRESS_HEADER]: "198.51.100.1" },
      { [ADDRESS_HEADER]: "198.51.100.2", Authorization: `Bearer aed_live_${"0".repeat(64)}` },
    ];
    for (let call = 0; call < LIMITS.free.calls; call++) {
      expect((await ask("?top_n=0", nobody)).status).toBe(400);
      expect((await ask(call % 2 === 0 ? "" : "?top_n=0", guesser)).status).toBe(call % 2 === 0 ? 401 : 400);
    }
    for (const headers of [nobody, guesser]) {
      expect(await ask("?top_n=0", headers)).toMatchObject({
        status: 429,
        body: { error: "rate_limit_exceeded", billing: { credits_charged: 0, credits_remaining: 0 } },
      });
    }
  });

  test("counts calls that a known token does not pay for: too few credits and repeats, but not paid ones", async () => {
    const address = { [ADDRESS_HEADER]: "198.51.100.3" };
    const { bearer } = await fundedToken(database.db, 2);
    const left = async () => Number((await request(freshness, "/api/freshness", { headers: address })).headers.get("ratelimit-remaining"));
    const before = await left();
    const keyed = { ...bearer, ...address, "Idempotency-Key": "one-purchase" };
    expect((await ask("?task=code", keyed)).status).toBe(200);
    expect((await ask("?task=code&top_n=2", { ...bearer, ...address })).status).toBe(200);
    expect(await left()).toBe(before - 1);
    expect((await ask("?task=code", keyed)).headers.get("idempotency-replayed")).toBe("true");
    expect((await ask("?task=code&top_n=3", { ...bearer, ...address })).status).toBe(402);
    expect(await left()).toBe(before - 4);
  });

  test("limits attempts to pay for single calls by themselves, before anything is read from the chain", async () => {
    const address = { [ADDRESS_HEADER]: "198.51.100.4" };
    const attempt = { ...address, "X-Payment-Tx": `0x${"1".repeat(64)}` };
    for (let call = 0; call < LIMITS.payments.calls; call++) expect((await ask("", attempt)).body.error).toBe("payment_disabled");
    const refused = await ask("", attempt);
    expect([refused.status, refused.headers.get("ratelimit-policy"), refused.body.billing.credits_charged]).toEqual([
      429,
      '"payments-ip";q=30;w=60',
      0,
    ]);
    expect((await ask("", address)).status).toBe(402);
  });

  test("opens the breaker of a token after more than twenty faults in a minute", async () => {
    const { bearer } = await fundedToken(database.db, 5);
    for (let call = 0; call < 20; call++) expect((await ask("?top_n=0", bearer)).status).toBe(400);
    expect((await ask("?top_n=0", bearer)).body).toMatchObject({
      error: "no_charge_abuse",
      billing: { no_charge_reason: "circuit_breaker", credits_remaining: 5 },
    });
    expect((await ask("?task=code", bearer)).status).toBe(429);
  });
});

describe("an uncharged call", () => {
  test("answers stale data marked, signed and free", async () => {
    await storeScores(ago(30));
    forgetPrepared();
    const { bearer } = await fundedToken(database.db, 2);
    const { status, body } = await ask("?task=code", bearer);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      stale: true,
      stale_sla_seconds: 600,
      freshness: { fresh: false },
      billing: { credits_charged: 0, credits_remaining: 2, no_charge_reason: "stale_data" },
      receipt: { credits_charged: 0, no_charge_reason: "stale_data" },
    });
    expect(body.stale_age_seconds).toBeGreaterThanOrEqual(1800);
    expect(await faultsOfLedger(database.db)).toEqual([]);
  });

  test("measures every dataset by its own promise: prices five hours old are fresh, and charged", async () => {
    forgetPrepared();
    await storeScores(ago(1));
    await database.db.execute(sql`update sources set last_read_at = now() - interval '5 hours' where dataset in ('models', 'benchmarks')`);
    const { bearer } = await fundedToken(database.db, 2);
    const { body } = await ask("?task=code", bearer);
    expect(body).toMatchObject({
      freshness: { fresh: true, max_age_seconds: 600 },
      billing: { credits_charged: 1 },
      receipt: { freshness_sla_seconds: 600 },
    });
    await database.db.execute(sql`update sources set last_read_at = now() - interval '25 hours' where dataset = 'models'`);
    forgetPrepared();
    const stale = await ask("?task=code", bearer);
    expect(stale.body).toMatchObject({
      stale: true,
      stale_sla_seconds: 86_400,
      billing: { credits_charged: 0, no_charge_reason: "stale_data" },
      receipt: { freshness_sla_seconds: 86_400 },
    });
  });

  test("answers an empty result for free when nothing was ever captured", async () => {
    await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
    for (let bump = 0; bump < 9; bump++) await bumpVersion(database.db, "models", new Date());
    const { bearer } = await fundedToken(database.db, 2);
    expect((await ask("?task=code", bearer)).body).toMatchObject({
      recommendations: [],
      billing: { credits_charged: 0, credits_remaining: 2, no_charge_reason: "empty_result" },
    });
  });
});
