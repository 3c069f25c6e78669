import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { submitGaslessPurchase } from "@/lib/endpoints/payment/gasless";
import { paymentInfo } from "@/lib/endpoints/payment/info";
import { routing } from "@/lib/endpoints/premium/routing";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request } from "../../support/server/request";

const WALLET = "0x1111111111111111111111111111111111111111";
/** All but the social profile, in which a buyer could compare the address. */
Object.assign(process.env, {
  PUBLIC_BASE_URL: "https://data.example.org",
  PAYMENT_ADDRESS: WALLET,
  NEXT_PUBLIC_PAYMENT_ADDRESS: WALLET,
  OPERATOR_LEGAL_ENTITY: "Example Data LLC",
  OPERATOR_CONTACT: "ops@example.org",
  X402_SETTLER_KEY: `0x${"01".repeat(32)}`,
  CHAIN_RPC_URLS: "http://127.0.0.1:9",
});

const SAYS = "The operator has not published a social profile that repeats the wallet's address, so nothing is sold. Do not send funds.";
const HASH = `0x${"ab".repeat(32)}`;

describe("on a public address, without the operator's social profile", () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await useTestDatabase()));
  afterAll(() => database.close());

  test.each([
    ["a quote", buyCredits, { amount_usd: 5 }],
    ["a confirmation", confirmPayment, { tx_hash: HASH, nonce: "aed-0000000000000000" }],
    [
      "a purchase without gas",
      submitGaslessPurchase,
      {
        nonce: "aed-00000000000000000000000000000000",
        authorization: { from: WALLET, to: WALLET, value: "1", validAfter: "0", validBefore: "1", nonce: HASH },
        signature: `0x${"12".repeat(65)}`,
      },
    ],
  ])("%s is refused with what is missing", async (_, endpoint, sent) => {
    const { status, body, text } = await request(endpoint, endpoint.path, { method: "POST", body: JSON.stringify(sent) });
    expect([status, body.error, body.message]).toEqual([503, "payment_disabled", SAYS]);
    expect(text).not.toContain(WALLET);
  });

  test("the demand of a paid call offers nothing in any of its versions, and says what is missing", async () => {
    const { status, headers, body, text } = await request(routing);
    expect(status).toBe(402);
    expect(body).toMatchObject({ accepts: [], payment: { enabled: false, wallet: null, reason: SAYS } });
    const decoded = Buffer.from(headers.get("payment-required") ?? "", "base64").toString("utf8");
    expect(JSON.parse(decoded)).toMatchObject({ accepts: [] });
    expect([text, decoded, JSON.stringify([...headers])].filter((part) => part.includes(WALLET))).toEqual([]);
  });

  test.each([
    ["a transaction's hash", { "X-Payment-Tx": HASH }],
    ["a signed payment", { "X-PAYMENT": Buffer.from(JSON.stringify({ x402Version: 1 })).toString("base64") }],
  ])("%s pays for nothing", async (_, headers) => {
    const { status, text } = await request(routing, routing.path, { headers });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain(WALLET);
  });

  test("payment/info shows no wallet, and says what is missing", async () => {
    const { body, text } = await request(paymentInfo);
    expect(body).toMatchObject({ enabled: false, reason: SAYS, wallet: { address: null }, operator: { social: null } });
    expect(text).not.toContain(WALLET);
  });
});
