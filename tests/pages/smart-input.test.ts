import { describe, expect, test } from "vitest";
import { smartOffers, type SmartTargets } from "@/lib/domain/pages/smart-input";

const TARGETS: SmartTargets = {
  cve: { path: "/security/[cve]", credits: 1 },
  watch: { path: "/account/watches/[id]" },
  payment: { path: "/buy", chainId: 8453 },
};
const HASH = `0x${"aB".repeat(32)}`;
const linksOf = (text: string, targets = TARGETS) =>
  smartOffers(text, targets).map((offer) => [offer.label, offer.kind === "link" ? offer.href : offer.receipt]);

describe("what the palette offers by the form of a text", () => {
  test.each(["CVE-2024-3094", "  cve-2024-3094 ", "CVE\u20112024\u20113094"])("%s is a CVE, at its price", (text) => {
    expect(linksOf(text)).toEqual([["Open CVE card, 1 credit", "/security/CVE-2024-3094"]]);
    expect(linksOf(text, { ...TARGETS, cve: { path: "/c/[cve]", credits: 3 } })).toEqual([
      ["Open CVE card, 3 credits", "/c/CVE-2024-3094"],
    ]);
  });

  test("a transaction leads to its explorer and to the recovery of a payment", () => {
    const hash = HASH.toLowerCase();
    const recover = ["Recover a payment", `/buy?tx=${hash}`];
    expect(linksOf(HASH)).toEqual([["See the transaction at basescan.org", `https://basescan.org/tx/${hash}`], recover]);
    expect(linksOf(HASH, { ...TARGETS, payment: { path: "/buy", chainId: 31337 } })).toEqual([recover]);
  });

  test("a watch is opened", () => {
    expect(linksOf(`wat_${"0a".repeat(12)}`)).toEqual([["Open the watch", `/account/watches/wat_${"0a".repeat(12)}`]]);
  });

  test("a receipt is verified, also within the answer that it was given with", () => {
    const receipt = { id: "rcpt_1", signature: "abc" };
    const offer = [["Verify this receipt", receipt]];
    expect(linksOf(JSON.stringify(receipt, null, 2))).toEqual(offer);
    expect(linksOf(JSON.stringify({ ok: true, receipt }))).toEqual(offer);
  });

  test.each(["", "gpt-5", "CVE-2024-1", "CVE-24-3094", HASH.slice(0, -1), `${HASH}0`, "wat_12", '{"id":1}', '{"signature":', "[]", "null"])(
    "nothing for %s",
    (text) => expect(smartOffers(text, TARGETS)).toEqual([]),
  );
});
