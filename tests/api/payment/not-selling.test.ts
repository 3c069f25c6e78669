import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { paymentClaimMessage } from "@/lib/endpoints/payment/claim-message";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { paymentInfo } from "@/lib/endpoints/payment/info";
import { scanTransfers } from "@/jobs/scan-transfers";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request } from "../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

describe("a service without a wallet", () => {
  test("payment/info is disabled with a reason and without an address, but has all terms", async () => {
    const { status, body, text } = await request(paymentInfo);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      enabled: false,
      reason: expect.stringContaining("No wallet"),
      operator: { legal_entity: null, jurisdiction: "USA", contact: null },
      wallet: { address: null, currency: "USDC", network: "base", contract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", decimals: 6 },
      pricing: { base_rate: expect.stringMatching(/50 credits per 1 USD.*0\.02 USD per credit/) },
    });
    expect(
      body.pricing.volume_bundles.map(({ amount_usd, credits }: { amount_usd: number; credits: number }) => [amount_usd, credits]),
    ).toEqual([
      [1, 50],
      [5, 275],
      [30, 1950],
      [200, 16_000],
    ]);
    expect(body.flow).toEqual(body.pricing.flows);
    expect(text).toContain("Non-refundable");
  });

  test.each([
    ["buy-credits", buyCredits, { amount_usd: 5 }],
    ["confirm", confirmPayment, { tx_hash: `0x${"ab".repeat(32)}`, nonce: "aed-0000000000000000" }],
  ])("%s answers 503 payment_disabled with the reason", async (_, endpoint, body) => {
    const answer = await request(endpoint, endpoint.path, { method: "POST", body: JSON.stringify(body) });
    expect([answer.status, answer.body.error, answer.body.message]).toEqual([
      503,
      "payment_disabled",
      expect.stringContaining("No wallet"),
    ]);
  });

  test("claim-message still answers a text, with missing values in braces", async () => {
    const { status, body } = await request(paymentClaimMessage, `${paymentClaimMessage.path}?purpose=rotate&account_id=7`);
    expect([status, body.missing]).toEqual([200, ["wallet"]]);
    expect(body.message).toContain("Wallet: {wallet}\nAccount: 7\nToken: none");
  });

  test.each([
    ["purchase", "/api/payment/confirm"],
    ["call", "X-Payment-Signature"],
    ["tokens", "/api/payment/tokens, "],
    ["rotate", "/api/payment/tokens/rotate"],
    ["end-all", "/api/payment/tokens/end-all"],
  ])("claim-message says where the signature for %s goes", async (purpose, place) => {
    const { body } = await request(paymentClaimMessage, `${paymentClaimMessage.path}?purpose=${purpose}`);
    expect(body.how).toContain(place);
    expect(body.how).not.toContain("same request");
  });

  test.each(["tx_hash=0x12", "wallet=me", "target=no-slash", "purpose=theft", "account_id=0"])(
    "claim-message refuses %s",
    async (query) => {
      expect((await request(paymentClaimMessage, `${paymentClaimMessage.path}?${query}`)).body.error).toBe("invalid_parameter");
    },
  );

  test("claim-message refuses a target that would add a line to what is signed", async () => {
    const { status, body } = await request(paymentClaimMessage, `${paymentClaimMessage.path}?target=/a%0AExpires:%20never`);
    expect([status, body.error]).toEqual([400, "malformed_request"]);
  });

  test("the job that scans the chain skips its run", async () => {
    const context = { db: database.db, now: new Date(), signal: new AbortController().signal, log: () => undefined, http: null as never };
    expect(await scanTransfers.run(context)).toEqual({ skipped: "no wallet is configured" });
  });
});
