import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { paymentInfo } from "@/lib/endpoints/payment/info";
import { routing } from "@/lib/endpoints/premium/routing";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { fundedToken } from "../../support/money/money";
import { request } from "../../support/server/request";

const WALLET = "0x1111111111111111111111111111111111111111";
Object.assign(process.env, { PAYMENT_ADDRESS: WALLET, PAYMENTS_DISABLED: "true" });

describe("while the operator has stopped sales", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await useTestDatabase();
  });
  afterAll(() => database.close());

  test("payment/info is disabled with the reason", async () => {
    expect((await request(paymentInfo)).body).toMatchObject({
      enabled: false,
      reason: expect.stringContaining("stopped sales"),
      wallet: { address: WALLET },
    });
  });

  test("buy-credits answers 503 payment_disabled", async () => {
    const { status, body } = await request(buyCredits, buyCredits.path, { method: "POST", body: JSON.stringify({ amount_usd: 5 }) });
    expect([status, body.error]).toEqual([503, "payment_disabled"]);
  });

  test("a call without credentials gets 402 without a way to pay", async () => {
    const { status, body } = await request(routing);
    expect([status, body.error, body.accepts]).toEqual([402, "payment_required", []]);
  });

  test("a call with X-Payment-Tx gets 503 payment_disabled", async () => {
    const { status, body } = await request(routing, routing.path, { headers: { "x-payment-tx": `0x${"ab".repeat(32)}` } });
    expect([status, body.error, body.billing.credits_charged]).toEqual([503, "payment_disabled", 0]);
  });

  test("credits already bought keep working", async () => {
    const { token } = await fundedToken(database.db, 3);
    const { status, body } = await request(paymentBalance, paymentBalance.path, { headers: { authorization: `Bearer ${token}` } });
    expect([status, body.balance]).toEqual([200, 3]);
  });
});
