import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLinkedReceipt, verifyPostedReceipt } from "@/lib/endpoints/receipt/verify";
import type { Receipt } from "@/lib/domain/receipts/receipt";
import { buildReceipt } from "@/lib/receipts/build-receipt";
import { publishedKey } from "@/lib/receipts/published-key";
import { receiptKey } from "@/lib/receipts/receipt-key";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { aKey, anAnswer, malleated, someFields } from "../../support/receipts/receipts";
import { request } from "../../support/server/request";

let database: TestDatabase;
const receipt = buildReceipt(someFields(), receiptKey());
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

const send = (text: string) =>
  request(verifyPostedReceipt, undefined, { method: "POST", body: text, headers: { "Content-Type": "application/json" } });
const verify = (body: unknown) => send(JSON.stringify(body));
const link = (text: string) => request(verifyLinkedReceipt, `/api/receipt/verify?receipt=${Buffer.from(text).toString("base64url")}`);

const VALID = {
  ok: true,
  valid: true,
  key_id: receipt.key_id,
  algorithm: "Ed25519",
  canonical_form: "jcs-rfc8785",
  response_hash_matches: null,
};

describe("POST /api/receipt/verify", () => {
  test.each<[string, unknown]>([
    ["as an object", { receipt }],
    ["as JSON text", { receipt: JSON.stringify(receipt) }],
    ["bare", receipt],
    ["with unknown members", { receipt: { ...receipt, note: "mine" }, note: "yours" }],
  ])("accepts a genuine receipt %s", async (_, body) => {
    const answer = await verify(body);
    expect([answer.status, answer.body]).toEqual([200, VALID]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("says whether receipt and answer belong together, sent side by side or as one paid answer", async () => {
    const whole = { ...anAnswer, billing: { credits_charged: 1, credits_remaining: 49 }, receipt };
    for (const body of [
      { receipt, response: anAnswer },
      { receipt, response: whole },
      { receipt, response: JSON.stringify(whole) },
      whole,
    ]) {
      expect((await verify(body)).body).toEqual({ ...VALID, response_hash_matches: true });
    }
    for (const response of [{ ...anAnswer, task: "math" }, {}, [], "not json", 5]) {
      expect((await verify({ receipt, response })).body).toEqual({ ...VALID, response_hash_matches: false });
    }
    expect((await verify({ ...whole, task: "math" })).body).toMatchObject({ valid: true, response_hash_matches: false });
  });

  test("does not take a number beyond the range for a signed null", async () => {
    const body = JSON.stringify({ receipt, response: anAnswer });
    expect((await send(body.replace('"as_of":null', '"as_of":1e999'))).body).toEqual({ ...VALID, response_hash_matches: false });
    expect((await send(body.replace('"agent_nonce":null', '"agent_nonce":1e999'))).body).toMatchObject({
      valid: false,
      error: "malformed_receipt",
    });
  });

  test("survives extremely deep nesting", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect((await send(`{"receipt":${JSON.stringify(receipt)},"response":{"a":${deep}}}`)).body).toMatchObject({
      valid: true,
      response_hash_matches: false,
    });
    expect((await send(`{"receipt":{"id":${deep}}}`)).body).toMatchObject({ valid: false, error: "malformed_receipt" });
  });

  const tampered: readonly [string, Partial<Record<keyof Receipt, unknown>>][] = [
    ["invalid_signature", { credits_charged: 2 }],
    ["invalid_signature", malleated(receipt)],
    ["unsupported_version", { v: 2 }],
    ["unsupported_algorithm", { signing_alg: "none" }],
    ["malformed_receipt", { endpoint: undefined }],
  ];
  test.each(tampered)("answers 200 with valid false and %s", async (error, change) => {
    const { status, body } = await verify({ receipt: { ...receipt, ...change } });
    expect([status, body]).toEqual([200, { ...VALID, valid: false, error, message: expect.any(String) }]);
  });

  test("names a key that is not ours", async () => {
    const { status, body } = await verify({ receipt: buildReceipt(someFields(), aKey("forger")) });
    expect([status, body]).toMatchObject([200, { ok: true, valid: false, error: "unknown_key_id", key_id: aKey("forger").kid }]);
  });

  test("keeps an old key's receipts valid after a rotation", async () => {
    const old = aKey("old");
    const early = buildReceipt(someFields(), old);
    expect((await verify(early)).body).toMatchObject({ valid: false });
    await publishedKey(database.db, new Date(), old);
    expect((await verify(early)).body).toMatchObject({ valid: true, key_id: old.kid });
    expect((await verify(receipt)).body).toMatchObject({ valid: true, key_id: receipt.key_id });
  });

  test.each<[string, string, string]>([
    ["{}", "receipt_required", "nothing in it"],
    ['{"receipt":null}', "receipt_required", "null"],
    ['{"receipt":[]}', "receipt_required", "a list"],
    ['{"receipt":"text"}', "receipt_required", "text that is not JSON"],
    ['{"receipt":5}', "receipt_required", "a number"],
    ["[]", "invalid_request_body", "a list as the body"],
    ["no json", "invalid_request_body", "no JSON"],
    ["", "invalid_request_body", "no body"],
  ])("answers %s with 400 %s: %s", async (text, error) => {
    const { status, body } = await send(text);
    expect([status, body.ok, body.error]).toEqual([400, false, error]);
  });

  test("answers 413 to a body over 1 MB, and reads a smaller one", async () => {
    const response = { ...anAnswer, text: "x".repeat(1_000_000) };
    expect((await verify({ receipt, response })).body).toEqual({ ...VALID, response_hash_matches: false });
    expect((await verify({ receipt, response: { text: "x".repeat(1024 * 1024) } })).status).toBe(413);
  });
});

describe("GET /api/receipt/verify", () => {
  test("accepts the receipt's JSON in base64url", async () => {
    expect((await link(JSON.stringify(receipt))).body).toEqual(VALID);
    expect((await link(JSON.stringify({ ...receipt, credits_charged: 0 }))).body).toMatchObject({
      valid: false,
      error: "invalid_signature",
    });
  });

  test("answers 400 for invalid base64url and for no receipt", async () => {
    expect((await link("no json")).body).toMatchObject({ ok: false, error: "receipt_required" });
    expect((await request(verifyLinkedReceipt, "/api/receipt/verify")).body).toMatchObject({ error: "receipt_required" });
    expect((await request(verifyLinkedReceipt, "/api/receipt/verify?receipt=%7B%7D")).body).toMatchObject({
      error: "invalid_parameter",
      parameter: "receipt",
    });
    expect((await request(verifyLinkedReceipt, `/api/receipt/verify?receipt=${"A".repeat(8193)}`)).status).toBe(400);
  });
});
