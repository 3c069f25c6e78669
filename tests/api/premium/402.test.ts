import { decodePaymentRequiredHeader } from "@x402/core/http";
import { PaymentRequiredV1Schema, PaymentRequiredV2Schema } from "@x402/core/schemas";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CallTerms } from "@/lib/money/call/paid-call";
import { openCall } from "@/lib/http/call/open";
import { paymentRequired } from "@/lib/money/call/payment-required";
import { openTransactionCall } from "@/lib/money/call/transaction/open-transaction-call";
import { configuredRails, type Rails } from "@/lib/money/base/rails";
import { openX402Call } from "@/lib/money/call/x402/x402-call";
import { paymentClaimMessage } from "@/lib/endpoints/payment/claim-message";
import { routing } from "@/lib/endpoints/premium/routing";
import { ApiError } from "@/lib/errors";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { fundedToken } from "../../support/money/money";
import { request } from "../../support/server/request";

const WALLET = "0x1111111111111111111111111111111111111111";
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const SITE = "https://data.example.org";
const TARGET = "/api/premium/routing?task=code&top_n=3";

let database: TestDatabase;
beforeAll(async () => {
  Object.assign(process.env, {
    PAYMENT_ADDRESS: WALLET,
    NEXT_PUBLIC_PAYMENT_ADDRESS: WALLET,
    OPERATOR_LEGAL_ENTITY: "Example Data LLC",
    OPERATOR_CONTACT: "ops@example.org",
    OPERATOR_SOCIAL_URL: "https://social.example/@data",
    X402_SETTLER_KEY: `0x${"01".repeat(32)}`,
    PUBLIC_BASE_URL: SITE,
    CHAIN_RPC_URLS: "http://127.0.0.1:9/v2/rpc-key-0123456789abcdef",
  });
  database = await useTestDatabase();
});
afterAll(() => database.close());

const ask = (target = TARGET, headers: Record<string, string> = {}, method = "GET") => request(routing, target, { headers, method });
const terms: CallTerms = {
  method: "GET",
  endpoint: "/api/premium/routing",
  credits: 1,
  requestHash: `sha256:${"0".repeat(64)}`,
  idempotencyKey: null,
  hasRepeatBreaker: true,
  now: new Date("2026-11-21T12:00:00Z"),
};
const resource = { baseUrl: SITE, target: TARGET, description: "one call" };
const railsOf = (over: Partial<Rails>): Rails => ({ ...configuredRails(), ...over });
const notSelling = { address: null, isEnabled: false, reason: "No wallet is configured, so nothing can be bought here." };
const refusalBy = async (work: () => Promise<unknown>): Promise<ApiError> => {
  const refusal = await work().catch((error: unknown) => error);
  if (!(refusal instanceof ApiError)) throw new Error("the work was not refused");
  return refusal;
};

describe("the demand for payment", () => {
  test("is readable for x402 versions 1 and 2, bearers and senders of a hash", async () => {
    const { status, headers, body } = await ask();
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      402,
      "application/json; charset=utf-8",
      "private, no-store",
    ]);
    expect(body).toMatchObject({
      ok: false,
      error: "payment_required",
      message: expect.any(String),
      credits_required: 1,
      status: 402,
      title: expect.any(String),
      billing: { credits_charged: 0, credits_remaining: 0 },
    });
    const second = decodePaymentRequiredHeader(headers.get("payment-required") ?? "");
    expect(PaymentRequiredV2Schema.safeParse(second).success).toBe(true);
    expect(PaymentRequiredV1Schema.safeParse(body).success).toBe(true);
    expect(second).toMatchObject({ x402Version: 2, resource: { url: `${SITE}${TARGET}` } });
    expect(second.accepts).toEqual([
      {
        scheme: "exact",
        network: "eip155:8453",
        amount: "20000",
        asset: USDC,
        payTo: WALLET,
        maxTimeoutSeconds: expect.any(Number),
        extra: { name: "USD Coin", version: "2" },
      },
    ]);
    expect(body.accepts).toMatchObject([{ scheme: "exact", network: "base", maxAmountRequired: "20000", resource: `${SITE}${TARGET}` }]);
    expect(JSON.stringify(body.accepts)).not.toContain("null");
  });

  test("carries wallet, price and both flows in headers and body", async () => {
    const { headers, body } = await ask();
    expect(
      Object.fromEntries(
        ["address", "currency", "network", "credits-required", "min-usd"].map((name) => [name, headers.get(`x-payment-${name}`)]),
      ),
    ).toEqual({ address: WALLET, currency: "USDC", network: "base", "credits-required": "1", "min-usd": "0.02" });
    const [, challenge = ""] = /^X402 requirements="([^"]+)", Bearer realm="premium"$/.exec(headers.get("www-authenticate") ?? "") ?? [];
    const { extensions, ...demand } = decodePaymentRequiredHeader(headers.get("payment-required") ?? "");
    const { bazaar, ...others } = extensions ?? {};
    expect(bazaar).toBeDefined();
    expect(decodePaymentRequiredHeader(challenge)).toEqual({ ...demand, extensions: others });
    expect(headers.get("access-control-expose-headers")).toContain("PAYMENT-REQUIRED");
    expect(body.payment).toMatchObject({
      enabled: true,
      wallet: WALLET,
      currency: "USDC",
      network: "base",
      contract: USDC,
      minimum_amount_usd: 0.02,
      credits_required: 1,
      credits: { cost: 1, buy: "/api/payment/buy-credits" },
      x402: { versions: [2, 1] },
    });
    expect(body.payment.per_call).toMatchObject({
      header: "X-Payment-Tx",
      amount: "20000",
      asset: USDC,
      payTo: WALLET,
      chainId: 8453,
      sign: { header: "X-Payment-Signature", message: expect.stringContaining("Transaction: {tx_hash}") },
    });
    expect(body.payment.per_call.sign.message).toContain(`Request: GET ${TARGET} sha256:`);
    expect(body.endpoints).toEqual({
      info: "/api/payment/info",
      quote: "/api/payment/buy-credits",
      confirm: "/api/payment/confirm",
      balance: "/api/payment/balance",
    });
    expect(Object.keys(body.flow_options)).toEqual(["recommended", "x402_fallback", "x402_v2"]);
  });

  test("is the same for the same request", async () => {
    const [one, two] = [await ask(), await ask()];
    // Only the text to sign, which expires on the half hour, and the request id differ.
    const stablePart = ({ body }: typeof one) => ({
      ...body,
      request_id: null,
      payment: { ...body.payment, per_call: { ...body.payment.per_call, sign: null } },
    });
    expect([stablePart(two), two.headers.get("payment-required")]).toEqual([stablePart(one), one.headers.get("payment-required")]);
    expect((await ask("/api/premium/routing?task=general")).headers.get("payment-required")).not.toBe(one.headers.get("payment-required"));
  });

  test("keeps its headers under 16 KB however long the target is", async () => {
    for (const length of [10, 3000, 4050, 9000, 12_000]) {
      const { status, headers } = await ask(`${TARGET}&utm_content=${"x".repeat(length)}`);
      const size = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
      expect([status, size < 12_000]).toEqual([402, true]);
    }
  });

  test("answers an account with too few credits as well, with balance and price", async () => {
    const { bearer } = await fundedToken(database.db, 0);
    const { status, headers, body } = await ask(TARGET, bearer);
    expect([status, headers.get("content-type")]).toEqual([402, "application/json; charset=utf-8"]);
    expect(body).toMatchObject({
      error: "insufficient_credits",
      balance: 0,
      required: 1,
      top_up_at: "/api/payment/buy-credits",
      x402Version: 1,
      accepts: [{ scheme: "exact" }],
      billing: { credits_charged: 0, credits_remaining: 0 },
    });
    expect(decodePaymentRequiredHeader(headers.get("payment-required") ?? "").accepts).toHaveLength(1);
  });

  test("gives the text to sign that the claim-message endpoint gives for the same call", async () => {
    const hash = `0x${"ab".repeat(32)}`;
    const { body } = await ask();
    const claim = await request(
      paymentClaimMessage,
      `/api/payment/claim-message?purpose=call&tx_hash=${hash}&target=${encodeURIComponent(TARGET)}`,
    );
    const text = (message: string) => message.split("\n").filter((line) => !line.startsWith("Expires: "));
    expect(text(claim.body.message)).toEqual(text(body.payment.per_call.sign.message.replace("{tx_hash}", hash)));
  });

  test("answers HEAD as well, but never precedes a refusal of bad input or a wrong token", async () => {
    const head = await ask(TARGET, {}, "HEAD");
    expect([head.status, head.headers.get("payment-required") !== null]).toEqual([402, true]);
    const faulty = await ask("/api/premium/routing?top_n=99");
    expect([faulty.status, faulty.body.error, faulty.headers.get("payment-required")]).toEqual([400, "invalid_parameter", null]);
    expect((await ask(TARGET, { Authorization: `Bearer aed_live_${"0".repeat(64)}` })).status).toBe(401);
  });

  test("refuses two ways to pay at once", async () => {
    for (const second of [{ "X-PAYMENT": "e30=" }, { "X-Payment-Tx": `0x${"1".repeat(64)}` }, { Authorization: "Bearer x" }] as Record<
      string,
      string
    >[]) {
      expect((await ask(TARGET, { "PAYMENT-SIGNATURE": "e30=", ...second })).body.error).toBe("multiple_credentials");
    }
  });

  test("allows browsers to send its headers (CORS)", async () => {
    const { headers } = await ask(TARGET, {}, "OPTIONS");
    for (const name of [
      "PAYMENT-SIGNATURE",
      "X-PAYMENT",
      "X-Payment-Tx",
      "X-Payment-Quote",
      "X-Payment-Signature",
      "Access-Control-Expose-Headers",
    ]) {
      expect(headers.get("access-control-allow-headers")).toContain(name);
    }
  });
});

describe("with a limited offer", () => {
  test("accepts nothing and says why without a wallet", () => {
    const { code, details, headers } = paymentRequired(railsOf({ chain: null, x402: null, selling: notSelling }), terms, resource, {
      code: "payment_required",
    });
    expect([code, details.accepts, details.payment]).toEqual([
      "payment_required",
      [],
      { enabled: false, wallet: null, reason: notSelling.reason, credits_required: 1 },
    ]);
    expect(decodePaymentRequiredHeader(headers["PAYMENT-REQUIRED"] ?? "").accepts).toEqual([]);
  });

  test("answers 503 to new payments without a wallet or while sales are stopped", async () => {
    const stopped = { address: WALLET, isEnabled: false, reason: "The operator has stopped sales for now." };
    for (const rails of [railsOf({ chain: null, x402: null, selling: notSelling }), railsOf({ selling: stopped })]) {
      const byHash = await refusalBy(() =>
        openTransactionCall({
          db: database.db,
          rails,
          terms,
          resource,
          credential: { hash: `0x${"1".repeat(64)}`, quote: null, signature: null },
        }),
      );
      expect([byHash.status, byHash.code]).toEqual([503, "payment_disabled"]);
    }
    expect(paymentRequired(railsOf({ selling: stopped }), terms, resource, { code: "payment_required" }).details.accepts).toEqual([]);
  });

  test("offers hashes but no signed payments without a settler", async () => {
    const rails = railsOf({ x402: null });
    const demand = paymentRequired(rails, terms, resource, { code: "payment_required" });
    expect([demand.details.accepts, (demand.details.payment as { per_call: object }).per_call]).toMatchObject([
      [],
      { header: "X-Payment-Tx" },
    ]);
    const refused = await refusalBy(() => openX402Call(database.db, rails, "e30=", terms, resource));
    expect([refused.status, refused.code, refused.details.reason]).toEqual([402, "payment_required", "x402_not_offered"]);
  });

  test("reveals no internal address or key in failures before the chain is asked", async () => {
    const faults = [
      await ask(TARGET, { "X-Payment-Tx": "0x12" }),
      await ask(TARGET, { "X-Payment-Tx": `0x${"1".repeat(64)}` }),
      await ask(TARGET, { "PAYMENT-SIGNATURE": "e30=" }),
      await ask(TARGET, { "X-PAYMENT": "%%%" }),
    ];
    expect(faults.map(({ status, body }) => `${status} ${body.error}`)).toEqual([
      "400 invalid_tx_hash",
      "503 rpc_unavailable",
      "400 invalid_payment",
      "400 invalid_payment",
    ]);
    for (const { text, headers } of faults) expect(text + JSON.stringify([...headers])).not.toMatch(/rpc-key|127\.0\.0\.1|0101010101/);
  });

  test("demands payment without a credential", async () => {
    expect((await refusalBy(() => openCall(database.db, { kind: "none" }, terms, resource))).code).toBe("payment_required");
  });
});
