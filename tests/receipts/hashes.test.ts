import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hashBody, hashRequest, hashResponse, leafOf } from "@/lib/receipts/hashes";
import { buildReceipt } from "@/lib/receipts/build-receipt";
import { aKey, anAnswer, someFields } from "../support/receipts/receipts";

const sha256 = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const query = (text: string) => hashRequest("GET", "/api/premium/routing", new URLSearchParams(text));

describe("the hash of a request", () => {
  test("covers method, path and decoded parameters sorted by name and value", () => {
    expect(query("task=code&top_n=3")).toBe(sha256("GET /api/premium/routing?task=code&top_n=3"));
    expect(query("top_n=3&task=code")).toBe(query("task=code&top_n=3"));
    expect(query("b=2&a=%C3%BC+%26&b=1&B=0")).toBe(sha256("GET /api/premium/routing?B=0&a=ü &&b=1&b=2"));
  });

  test("has no question mark without parameters", () => expect(query("")).toBe(sha256("GET /api/premium/routing")));

  test("differs by method, path, and body, which is on its own line", () => {
    const body = hashBody(Buffer.from('{"a":1}'));
    expect(body).toBe(sha256('{"a":1}'));
    expect(hashRequest("POST", "/api/premium/watches", [], body)).toBe(sha256(`POST /api/premium/watches\n${body}`));
    expect(
      new Set([
        hashRequest("GET", "/a", []),
        hashRequest("POST", "/a", []),
        hashRequest("GET", "/b", []),
        hashRequest("POST", "/a", [], body),
      ]).size,
    ).toBe(4);
  });
});

describe("the hash of an answer", () => {
  test("covers the canonical form without billing and receipt", () => {
    expect(hashResponse({ b: 1, a: [1.0, "ü"] })).toBe(sha256('{"a":[1,"ü"],"b":1}'));
    expect(hashResponse({ ...anAnswer, billing: {}, receipt: {}, receipt_status: "x" })).toBe(hashResponse(anAnswer));
    expect(hashResponse({ ...anAnswer, billings: {} })).not.toBe(hashResponse(anAnswer));
  });

  test("is the same before and after serialisation, for members that JSON omits", () => {
    const payload = { ok: true, none: undefined, at: new Date(0), list: [undefined, Number.NaN] };
    expect(hashResponse(payload)).toBe(hashResponse(JSON.parse(JSON.stringify(payload)) as object));
  });
});

test("the log keeps the signed fields, key id and signature of a receipt, and no unsigned member", () => {
  const receipt = buildReceipt(someFields(), aKey());
  const { body, leafHash } = leafOf(receipt);
  expect(Object.keys(JSON.parse(body) as object)).toHaveLength(17);
  expect(leafHash).toBe(createHash("sha256").update(`\u0000${body}`).digest("hex"));
  const { verify_doc: _, ...lean } = receipt;
  expect(leafOf(lean as typeof receipt).leafHash).toBe(leafHash);
  expect(leafOf({ ...receipt, signature: receipt.signature.replace(/^./, (first) => (first === "_" ? "-" : "_")) }).leafHash).not.toBe(
    leafHash,
  );
});
