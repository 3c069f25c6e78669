import { describe, expect, test } from "vitest";
import { checkReceipt } from "../../support/receipts/check-receipt";
import { buildReceipt } from "@/lib/receipts/build-receipt";
import { leafOf } from "@/lib/receipts/hashes";
import { logHead, signLog } from "@/lib/receipts/log-head";
import { aKey, anAnswer, someFields } from "../../support/receipts/receipts";

const key = aKey();
const keys = [{ kid: key.kid, x: key.x }];
const receipt = buildReceipt(someFields(), key);
const leaf = `sha256:${leafOf(receipt).leafHash}`;
const log = logHead(
  signLog({ day: "2026-05-15", size: 1, root: leaf, previous: null, publishedAt: new Date("2026-05-16T00:10:00Z"), edition: 0 }, key),
);

describe("a receipt checked in the browser", () => {
  test("is checked alone, with its answer, and with its proof", () => {
    expect(checkReceipt(receipt, keys)).toEqual({ verdict: { isValid: true, keyId: key.kid }, isOfResponse: null, isInLog: null });
    expect(
      checkReceipt(receipt, keys, { response: { ...anAnswer, receipt, billing: {} }, proof: { index: 0, path: [], log } }),
    ).toMatchObject({ isOfResponse: true, isInLog: true });
  });

  test("fails each check that does not hold", () => {
    const changed = { ...receipt, credits_charged: 0 };
    expect(checkReceipt(changed, keys, { response: { ok: true }, proof: { index: 0, path: [], log } })).toEqual({
      verdict: { isValid: false, keyId: key.kid, fault: "invalid_signature" },
      isOfResponse: false,
      isInLog: false,
    });
    expect(checkReceipt(receipt, keys, { proof: { index: 1, path: [leaf], log } }).isInLog).toBe(false);
    expect(checkReceipt(receipt, keys, { proof: { index: 0, path: [], log: { ...log, date: "2026-05-16" } } }).isInLog).toBe(false);
  });
});
