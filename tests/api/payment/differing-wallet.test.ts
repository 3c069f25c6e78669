import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { paymentInfo } from "@/lib/endpoints/payment/info";
import { routing } from "@/lib/endpoints/premium/routing";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request } from "../../support/server/request";

const [CONFIGURED, PINNED] = ["0x1111111111111111111111111111111111111111", "0x2222222222222222222222222222222222222222"];
Object.assign(process.env, { PAYMENT_ADDRESS: CONFIGURED, NEXT_PUBLIC_PAYMENT_ADDRESS: PINNED });

describe("with a configured wallet that differs from the published one", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await useTestDatabase();
  });
  afterAll(() => database.close());

  test("payment/info shows neither wallet and warns", async () => {
    const { body, text } = await request(paymentInfo);
    expect(body).toMatchObject({ enabled: false, reason: expect.stringContaining("Do not send funds"), wallet: { address: null } });
    expect([text.includes(CONFIGURED), text.includes(PINNED)]).toEqual([false, false]);
  });

  test("buy-credits answers 503 payment_disabled", async () => {
    const { status, body } = await request(buyCredits, buyCredits.path, { method: "POST", body: JSON.stringify({ amount_usd: 5 }) });
    expect([status, body.error]).toEqual([503, "payment_disabled"]);
  });

  test("a call without credentials gets 402 without a wallet", async () => {
    const { status, body, text } = await request(routing);
    expect([status, body.accepts, text.includes(CONFIGURED), text.includes(PINNED)]).toEqual([402, [], false, false]);
  });
});
