import { describe, expect, test } from "vitest";
import { quoteProgress, type SeenPayment } from "@/lib/domain/money/quote-progress";

const [PAYER, OTHER] = [`0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`];
const createdAt = new Date("2026-05-01T10:00:00Z");
const expiresAt = new Date("2026-05-01T10:30:00Z");
const minutes = (count: number) => new Date(createdAt.getTime() + count * 60_000);
const quote = { requestedUnits: 5_000_000n, units: 5_001_175n, senderWallet: PAYER, createdAt, expiresAt };
const now = minutes(10);

const payment = (change: Partial<SeenPayment> = {}): SeenPayment => ({
  txHash: "0xaa",
  sender: PAYER,
  units: quote.units,
  blockTime: minutes(5),
  blockNumber: 100,
  isClaimed: false,
  isQuoted: false,
  ...change,
});
const progress = (seen: readonly SeenPayment[], scannedTo: number | null = 100, at = now) => quoteProgress(quote, seen, { scannedTo }, at);

describe("what is known of a quote", () => {
  test("waits without a payment until a day after the expiry, and is over then", () => {
    expect(progress([])).toEqual({ state: "waiting" });
    const graceEnd = new Date(expiresAt.getTime() + 86_400_000);
    expect(progress([], 100, graceEnd)).toEqual({ state: "waiting" });
    expect(progress([], 100, new Date(graceEnd.getTime() + 1))).toEqual({ state: "over" });
  });

  test.each([
    [100, 1],
    [104, 5],
  ])("counts the confirmations of the exact payment when block %i was scanned", (scannedTo, confirmations) => {
    expect(progress([payment()], scannedTo)).toEqual({ state: "confirming", payment: payment(), confirmations, required: 6 });
  });

  test("finds the exact payment once it is deep enough, or when only the chain knows how deep it must be", () => {
    expect(progress([payment()], 105)).toEqual({ state: "found", txHash: "0xaa" });
    const large = { ...quote, requestedUnits: 200_000_000n, units: 200_000_001n };
    const seen = payment({ units: large.units });
    expect(quoteProgress(large, [seen], { scannedTo: 100 }, now)).toEqual({ state: "found", txHash: "0xaa" });
  });

  test("needs for a dollar that was asked for what a dollar needs, although the exact amount is above it", () => {
    const dollar = { ...quote, requestedUnits: 1_000_000n, units: 1_000_437n };
    const seen = payment({ units: dollar.units });
    expect(quoteProgress(dollar, [seen], { scannedTo: 100 }, now)).toEqual({ state: "found", txHash: "0xaa" });
  });

  test("prefers the payment that nobody has claimed, and finds a claimed one without counting", () => {
    const claimed = payment({ isClaimed: true });
    expect(progress([claimed])).toEqual({ state: "found", txHash: "0xaa" });
    expect(progress([claimed, payment({ txHash: "0xbb" })], 110)).toEqual({ state: "found", txHash: "0xbb" });
  });

  test("finds the exact amount of another wallet, or of after the grace, unless it pays another quote or was claimed", () => {
    const late = { blockTime: new Date(expiresAt.getTime() + 86_400_001) };
    for (const miss of [{ sender: OTHER }, late]) {
      expect(progress([payment(miss)])).toEqual({ state: "found", txHash: "0xaa" });
      expect(progress([payment({ ...miss, isQuoted: true })])).toEqual({ state: "waiting" });
      expect(progress([payment({ ...miss, isClaimed: true })])).toEqual({ state: "waiting" });
    }
  });

  test.each([
    [5_000_000n, "underpaid"],
    [6_000_000n, "overpaid"],
  ] as const)("says that the quote's wallet sent another amount: %s", (units, state) => {
    const other = payment({ units });
    expect(progress([payment({ units: 1n, txHash: "0x01" }), other])).toEqual({ state, payment: other });
    expect(progress([payment({ units, isQuoted: true })])).toEqual({ state: "waiting" });
    expect(progress([payment({ units, isClaimed: true })])).toEqual({ state: "waiting" });
    expect(progress([payment({ units, sender: OTHER })])).toEqual({ state: "waiting" });
  });

  test("ignores a payment that is older than the quote", () => {
    expect(progress([payment({ blockTime: new Date(createdAt.getTime() - 2000) })])).toEqual({ state: "waiting" });
  });
});
