import { describe, expect, test } from "vitest";
import { affordable } from "@/lib/domain/money/purchase-flow/before-payment";
import { addressInLlmsText, compareCopies, USDC, type PublishedCopy } from "@/lib/domain/money/purchase-flow/compare-copies";

const PAY_TO = "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720";
const copy = (change: Partial<PublishedCopy> = {}): PublishedCopy => ({
  at: "payment/info",
  address: PAY_TO,
  contract: USDC,
  chainId: 8453,
  decimals: 6,
  ...change,
});
const llms = copy({ at: "llms.txt", contract: null, chainId: null, decimals: null });

describe("copies of where to pay", () => {
  test("match whatever their letters' case is", () => {
    expect(compareCopies([copy(), { ...llms, address: PAY_TO.toLowerCase() }])).toEqual({ differences: [], matching: 2 });
  });

  test("differ by one character of an address, and the difference names the place", () => {
    const other = `${PAY_TO.slice(0, -1)}1`;
    const { differences, matching } = compareCopies([copy(), { ...llms, address: other }, copy({ at: "the quote" })]);
    expect(differences).toEqual([{ what: "address", expected: PAY_TO, found: other, at: "llms.txt" }]);
    expect(matching).toBe(2);
  });

  test.each([
    ["contract", { contract: `${USDC.slice(0, -1)}4` }],
    ["network", { chainId: 84_532 }],
    ["decimals", { decimals: 18 }],
  ] as const)("differ by their %s", (what, change) => {
    expect(compareCopies([copy(change), llms]).differences.map((difference) => difference.what)).toEqual([what]);
  });

  test("are none where nothing was read", () => {
    expect(compareCopies([])).toEqual({ differences: [], matching: 0 });
  });
});

describe("the address in llms.txt", () => {
  test("is read from its own line only", () => {
    expect(addressInLlmsText(`# Name\n\n- Payment address (USDC on Base): ${PAY_TO}. The same address stands elsewhere.\n`)).toBe(PAY_TO);
    expect(addressInLlmsText("- Payment address (USDC on Base): not configured.")).toBeNull();
    expect(addressInLlmsText(`See - Payment address (USDC on Base): ${PAY_TO}.`)).toBeNull();
    expect(addressInLlmsText(`- Payment address (USDC on Base): ${PAY_TO}00.`)).toBeNull();
  });
});

describe("what a balance pays", () => {
  test("leaves room for the digits that identify the payment", () => {
    expect(affordable(3_200_000n)).toBe(3_190_000n);
    expect(affordable(509_999n)).toBe(500_000n);
    expect(affordable(509_998n)).toBeNull();
    expect(affordable(0n)).toBeNull();
  });
});
