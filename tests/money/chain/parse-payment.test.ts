import { PaymentRequiredV1Schema, PaymentRequiredV2Schema } from "@x402/core/schemas";
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from "@x402/core/http";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createChain } from "@/lib/money/chain/chain";
import { parsePayment } from "@/lib/money/chain/parse-payment";
import { encodePaymentRequired, encodePaymentResponse, paymentRequiredBody, paymentRequirements } from "@/lib/money/chain/x402-terms";

const PAY_TO = "0xa0ee7a142d267c1f36714e4a8f75612f20a79720";
const chain = createChain({
  chainId: 8453,
  rpcUrls: ["http://127.0.0.1:1"],
  usdc: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  payTo: PAY_TO,
});
const resource = {
  url: "https://data.example/api/premium/routing?task=code",
  description: "Rank models for a task",
  mimeType: "application/json",
};
const terms = paymentRequirements(chain, 3, resource);

const authorization = {
  from: `0x${"AB".repeat(20)}`,
  to: PAY_TO,
  value: "60000",
  validAfter: "0",
  validBefore: "1800000000",
  nonce: `0x${"CD".repeat(32)}`,
};
const payload = { signature: `0x${"12".repeat(65)}`, authorization };
const v2 = { x402Version: 2, resource, accepted: terms.v2, payload };
const v1 = { x402Version: 1, scheme: "exact", network: "base", payload };
const encode = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64");
const parse = (headers: Record<string, string>) => parsePayment(new Headers(headers));
const faultOf = (value: unknown, name = "payment-signature") => {
  const parsed = parse({ [name]: encode(value) });
  return parsed.kind === "malformed" ? [parsed.fault, parsed.at] : parsed.kind;
};

describe("the terms of a call", () => {
  test("are deterministic and use the checksummed addresses that clients know", () => {
    expect(paymentRequirements(chain, 3, { ...resource })).toEqual(terms);
    expect(terms.v2).toEqual({
      scheme: "exact",
      network: "eip155:8453",
      amount: "60000",
      asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      payTo: "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
      maxTimeoutSeconds: 180,
      extra: { name: "USD Coin", version: "2" },
    });
  });

  test("are parsed by the published schemas of both versions, with no null in the body", () => {
    const header = encodePaymentRequired(resource, terms, "payment_required");
    expect(decodePaymentRequiredHeader(header).extensions).toMatchObject({ "payment-identifier": { info: { required: false } } });
    expect(PaymentRequiredV2Schema.parse(decodePaymentRequiredHeader(header))).toMatchObject({
      x402Version: 2,
      error: "payment_required",
      accepts: [terms.v2],
    });
    const body = { ok: false, error: "payment_required", ...paymentRequiredBody(terms) };
    expect(PaymentRequiredV1Schema.parse(body).accepts).toEqual([terms.v1]);
    expect(JSON.stringify(body)).not.toContain("null");
  });

  test("keep the header under 8 KB for a long resource URL", () => {
    const long = { ...resource, url: `https://data.example/api/premium/routing?q=${"x".repeat(2000)}` };
    expect(encodePaymentRequired(long, paymentRequirements(chain, 1, long), "payment_required").length).toBeLessThan(8192);
  });

  test("accept nothing when x402 is not offered", () => {
    expect(decodePaymentRequiredHeader(encodePaymentRequired(resource, null, "payment_required"))).toMatchObject({
      x402Version: 2,
      accepts: [],
    });
    expect(paymentRequiredBody(null)).toEqual({ x402Version: 1, accepts: [] });
  });

  test("use the test network's token name, and offer version 1 only for chains that have a version 1 name", () => {
    expect(paymentRequirements({ ...chain, chainId: 84_532 }, 1, resource)).toMatchObject({
      v2: { network: "eip155:84532", extra: { name: "USDC" } },
      v1: { network: "base-sepolia" },
    });
    expect(paymentRequirements({ ...chain, chainId: 31_337 }, 1, resource).v1).toBeNull();
  });

  test("report failures by code, never by a library's text", () => {
    const settled = encodePaymentResponse(terms, 2, { isSuccess: true, payer: PAY_TO, txHash: `0x${"12".repeat(32)}` });
    expect([settled.name, decodePaymentResponseHeader(settled.value)]).toEqual([
      "PAYMENT-RESPONSE",
      { success: true, transaction: `0x${"12".repeat(32)}`, network: "eip155:8453", payer: terms.v2.payTo },
    ]);
    const failed = encodePaymentResponse(terms, 1, { isSuccess: false, payer: PAY_TO, txHash: null, refused: "expired" });
    expect([failed.name, decodePaymentResponseHeader(failed.value)]).toEqual([
      "X-PAYMENT-RESPONSE",
      {
        success: false,
        errorReason: "invalid_exact_evm_payload_authorization_valid_before",
        transaction: "",
        network: "base",
        payer: terms.v2.payTo,
      },
    ]);
  });
});

describe("parsing a payment header", () => {
  test("finds no payment without a header", () => {
    expect(parse({ authorization: "Bearer x" })).toEqual({ kind: "none" });
  });

  test("parses version 2 with its echoed requirements", () => {
    expect(parse({ "PAYMENT-SIGNATURE": encode(v2) })).toEqual({
      kind: "payment",
      payment: {
        version: 2,
        payer: `0x${"ab".repeat(20)}`,
        to: PAY_TO,
        value: 60_000n,
        validAfter: 0n,
        validBefore: 1_800_000_000n,
        nonce: `0x${"cd".repeat(32)}`,
        signature: payload.signature,
        scheme: "exact",
        network: "eip155:8453",
        accepted: { amount: 60_000n, asset: chain.usdc, payTo: PAY_TO, name: "USD Coin", version: "2" },
        resourceUrl: resource.url,
        identifier: null,
      },
    });
  });

  test("parses version 1 from X-PAYMENT, and version 2 from there too", () => {
    expect(parse({ "X-PAYMENT": encode(v1) })).toMatchObject({
      kind: "payment",
      payment: { version: 1, network: "base", accepted: null, resourceUrl: null },
    });
    expect(parse({ "X-PAYMENT": encode(v2) })).toMatchObject({ kind: "payment", payment: { version: 2 } });
  });

  test("refuses two payment headers", () => {
    expect(parse({ "payment-signature": encode(v2), "x-payment": encode(v1) })).toEqual({
      kind: "malformed",
      fault: "two_payments",
      at: null,
    });
  });

  test.each(["", "%%%", "===", "{}", "bm90IGpzb24=", Buffer.from([0xff, 0xfe, 0x00]).toString("base64")])(
    "refuses %j as not base64 of JSON",
    (header) => {
      expect(parse({ "payment-signature": header })).toMatchObject({ kind: "malformed", fault: "not_base64_json" });
    },
  );

  test("refuses more than 16384 characters unparsed", () => {
    expect(faultOf({ ...v2, extensions: "x".repeat(20_000) })).toEqual(["too_large", null]);
  });

  test.each([[null], [42], ["[]"], [{}], [{ x402Version: 3 }], [{ x402Version: "2" }]])("refuses %j for its unknown version", (value) => {
    expect(faultOf(value)).toEqual(["unknown_version", "x402Version"]);
  });

  const withAuthorization = (change: object) => ({ ...v2, payload: { ...payload, authorization: { ...authorization, ...change } } });
  test.each<[unknown, string]>([
    [{ x402Version: 2 }, "accepted"],
    [{ ...v2, accepted: undefined }, "accepted"],
    [{ ...v2, accepted: { ...terms.v2, amount: 60_000 } }, "accepted.amount"],
    [{ ...v2, payload: null }, "payload"],
    [{ ...v2, payload: { ...payload, authorization: null } }, "payload.authorization"],
    [{ ...v2, payload: { permit2Authorization: {}, signature: payload.signature } }, "payload.authorization"],
    [{ ...v2, payload: { ...payload, signature: "0x12" } }, "payload.signature"],
    [{ ...v2, payload: { ...payload, signature: 7 } }, "payload.signature"],
    [withAuthorization({ value: "abc" }), "payload.authorization.value"],
    [withAuthorization({ value: "-1" }), "payload.authorization.value"],
    [withAuthorization({ value: "1e3" }), "payload.authorization.value"],
    [withAuthorization({ value: String(2n ** 256n) }), "payload.authorization.value"],
    [withAuthorization({ validBefore: "9".repeat(1000) }), "payload.authorization.validBefore"],
    [withAuthorization({ from: "me.eth" }), "payload.authorization.from"],
    [withAuthorization({ nonce: "0x1" }), "payload.authorization.nonce"],
    [{ ...v1, network: 7 }, "network"],
    [{ ...v1, payload: {} }, "payload.signature"],
  ])("names the invalid member of payload %#", (value, at) => {
    expect(faultOf(value)).toEqual(["invalid_payload", at]);
  });

  test("never throws for client input", () => {
    fc.assert(
      fc.property(fc.anything(), fc.boolean(), (value, isV1) => {
        const text = JSON.stringify(
          { x402Version: isV1 ? 1 : 2, ...(typeof value === "object" ? value : { payload: value }) },
          (_key, part: unknown) => (typeof part === "bigint" ? String(part) : part),
        );
        expect(["malformed", "payment"]).toContain(parse({ "payment-signature": encode(text) }).kind);
      }),
    );
    fc.assert(
      fc.property(fc.base64String(), (header) => {
        expect(["malformed", "none"]).toContain(parse({ "x-payment": header }).kind);
      }),
    );
  });
});
