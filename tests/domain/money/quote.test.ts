import { describe, expect, test } from "vitest";
import { quoteMisfit } from "@/lib/domain/money/quote";

const createdAt = new Date("2026-05-15T18:00:00.400Z");
const expiresAt = new Date("2026-05-15T18:30:00.400Z");
const quote = { units: 1_000_037n, senderWallet: null as string | null, createdAt, expiresAt };
const payment = { units: 1_000_037n, sender: "0xaa", blockTime: new Date("2026-05-15T18:01:00Z") };

describe("a payment for a quote", () => {
  test("fits by the exact amount within the time", () => expect(quoteMisfit(quote, payment)).toBeNull());

  test.each([
    ["a unit less", { units: 1_000_036n }, "amount_differs"],
    ["a unit more", { units: 1_000_038n }, "amount_differs"],
    ["a block before the quote", { blockTime: new Date("2026-05-15T17:59:58Z") }, "mined_before_quote"],
    ["a block after the grace", { blockTime: new Date("2026-05-16T18:30:01Z") }, "quote_expired"],
  ])("does not fit with %s", (_, change, reason) => expect(quoteMisfit(quote, { ...payment, ...change })).toBe(reason));

  test("fits in the second of the quote, because block times are whole seconds, and one second earlier, because clocks differ", () => {
    for (const second of ["18:00:00", "17:59:59"]) {
      expect(quoteMisfit(quote, { ...payment, blockTime: new Date(`2026-05-15T${second}Z`) })).toBeNull();
    }
  });

  test("fits until the last second of the grace period", () =>
    expect(quoteMisfit(quote, { ...payment, blockTime: new Date("2026-05-16T18:30:00Z") })).toBeNull());

  test("fits only from the wallet that the quote names", () => {
    expect(quoteMisfit({ ...quote, senderWallet: "0xaa" }, payment)).toBeNull();
    expect(quoteMisfit({ ...quote, senderWallet: "0xbb" }, payment)).toBe("sender_mismatch");
  });
});
