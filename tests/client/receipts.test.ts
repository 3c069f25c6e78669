import { expect, test } from "vitest";
import { verifyReceipt } from "@/lib/client";
import { SIGNED_FIELDS } from "@/lib/domain/receipts/receipt";
import { FAULT_WORDS } from "@/lib/receipts/proofs/read-signed";
import { buildReceipt } from "@/lib/receipts/build-receipt";
import { aKey, anAnswer, malleated, someFields } from "../support/receipts/receipts";

const key = aKey();
const keys = [aKey("older"), key].map(({ kid, x }) => ({ kid, x }));
const receipt = buildReceipt(someFields(), key);
const answer = { ...anAnswer, billing: { credits_charged: 1, credits_remaining: 49 }, receipt };
const good = { isValid: true, keyId: key.kid };

test("a receipt and a whole paid answer are sound, also after they were stored and read again", async () => {
  expect(await verifyReceipt(receipt, keys)).toEqual(good);
  expect(await verifyReceipt(answer, keys)).toEqual(good);
  expect(await verifyReceipt(JSON.parse(JSON.stringify(answer)) as object, keys)).toEqual(good);
});

test("a change of any signed field is found", async () => {
  for (const field of SIGNED_FIELDS) {
    const value = receipt[field];
    const changed = { ...receipt, [field]: typeof value === "number" ? value + 1 : `${String(value)}x` };
    expect(await verifyReceipt(changed, keys), field).toMatchObject({ isValid: false });
  }
});

test("a receipt of another answer is told apart from one that is false", async () => {
  expect(await verifyReceipt({ ...answer, task: "maths" }, keys)).toMatchObject({ isValid: false, fault: "other_answer" });
  expect(await verifyReceipt({ ...answer, added: 1 }, keys)).toMatchObject({ fault: "other_answer" });
  expect(await verifyReceipt({ ...answer, billing: {} }, keys)).toEqual(good);
});

test("what cannot be checked, or is another's, is refused with the service's own words", async () => {
  const cases: [object, string][] = [
    [{}, "malformed_receipt"],
    [{ receipt: null }, "malformed_receipt"],
    [{ ...receipt, v: 2 }, "unsupported_version"],
    [{ ...receipt, signing_alg: "none" }, "unsupported_algorithm"],
    [{ ...receipt, key_id: "other" }, "unknown_key_id"],
    [malleated(receipt), "invalid_signature"],
    [{ ...receipt, signature: "" }, "invalid_signature"],
    [buildReceipt(someFields(), aKey("forger")), "unknown_key_id"],
    [{ ...buildReceipt(someFields(), aKey("forger")), key_id: key.kid }, "invalid_signature"],
  ];
  for (const [given, fault] of cases) {
    expect(await verifyReceipt(given, keys), fault).toEqual({
      isValid: false,
      fault,
      reason: FAULT_WORDS[fault as keyof typeof FAULT_WORDS],
    });
  }
  expect(await verifyReceipt(receipt, [])).toMatchObject({ fault: "unknown_key_id" });
});
