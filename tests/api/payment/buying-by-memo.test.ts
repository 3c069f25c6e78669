import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { startChain, type TestChain } from "../../support/money/chain";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request, type Answer } from "../../support/server/request";
import { lacksAnvil } from "../../support/lacks";

describe.skipIf(lacksAnvil())("buying without knowing the transaction", () => {
  let local: TestChain;
  let database: TestDatabase;
  beforeAll(async () => {
    [local, database] = await Promise.all([startChain(), useTestDatabase()]);
    Object.assign(process.env, local.environment());
  });
  afterAll(async () => {
    await database?.close();
    await local?.stop();
  });

  const post = (endpoint: Parameters<typeof request>[0], body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    request(endpoint, endpoint.path, { method: "POST", body: JSON.stringify(body), headers });
  const pay = async (units: string) => {
    const hash = await local.transfer(local.buyers[0], BigInt(units));
    await local.mine(7);
    return hash;
  };

  test("confirms by memo alone: says what was seen, then gives the token, and tops up a bearer's account", async () => {
    const quote = (await post(buyCredits, { amount_usd: 1 })).body;
    const waiting = await post(confirmPayment, { nonce: quote.memo });
    expect([waiting.status, waiting.headers.get("retry-after"), waiting.body]).toMatchObject([
      409,
      "5",
      { error: "tx_not_confirmed", retryable: true, quote: { state: "waiting", amount: quote.amount, expires_at: quote.expires_at } },
    ]);
    const hash = await pay(quote.amount_base_units);
    const confirmed = () => post(confirmPayment, { nonce: quote.memo });
    await expect.poll(async () => (await confirmed()).status, { timeout: 20_000, interval: 500 }).toBe(200);
    const { body } = await confirmed();
    expect(body).toMatchObject({ credits: 50, balance: 50, tx_hash: hash, token: expect.stringMatching(/^aed_live_/) });
    const second = (await post(buyCredits, { amount_usd: 1 })).body;
    await pay(second.amount_base_units);
    const topUp = () => post(confirmPayment, { memo: second.memo }, { authorization: `Bearer ${body.token}` });
    await expect.poll(async () => (await topUp()).status, { timeout: 20_000, interval: 500 }).toBe(200);
    expect((await topUp()).body).toMatchObject({ credits: 50, balance: 100 });
    expect((await topUp()).body).not.toHaveProperty("token");
  });
});
