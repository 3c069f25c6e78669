import { describe, expect, test } from "vitest";
import { reduce, newFlow } from "@/lib/domain/money/purchase-flow";
import { compareCopies, USDC, type PublishedCopy } from "@/lib/domain/money/purchase-flow/compare-copies";
import { sendable, SEND_NEEDS_MS } from "@/lib/domain/money/purchase-flow/purchase-actions";
import type { CheckedFacts, Event } from "@/lib/domain/money/purchase-flow/purchase-events";
import type { Address, Payment } from "@/lib/domain/money/purchase-flow/purchase-state";

const PAY_TO: Address = "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720";
const OTHER: Address = "0xa0Ee7A142d267C1f36714E4a8F75612F20a79721";
const BUYER: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const NOW = Date.UTC(2026, 10, 23);

interface Circumstances {
  copies: readonly PublishedCopy[];
  chainId: number;
  usdc: bigint;
  leftMs: number;
}

const copy = (change: Partial<PublishedCopy>): PublishedCopy => ({
  at: "payment/info",
  address: PAY_TO,
  contract: USDC,
  chainId: 8453,
  decimals: 6,
  ...change,
});
const RIGHT: Circumstances = {
  copies: [copy({}), copy({ at: "llms.txt" }), copy({ at: "this build" })],
  chainId: 8453,
  usdc: 10_000_000n,
  leftMs: 900_000,
};

/**
 * A purchase of five dollars, as far as these circumstances let it come. It begins with the connection
 * of the wallet and ends with its quote.
 */
function quotedFlow({ copies, chainId, usdc, leftMs }: Circumstances) {
  const { differences, matching } = compareCopies(copies);
  const facts: CheckedFacts = {
    differences,
    matching,
    missing: [],
    usdc,
    bridged: 0n,
    ether: 1n,
    etherNeeded: 0n,
    canAuthorize: false,
  };
  const quote = {
    memo: `aed-${"0".repeat(32)}`,
    units: 5_001_175n,
    credits: 275,
    payTo: PAY_TO,
    contract: USDC,
    chainId: 8453,
    expiresAt: NOW + leftMs,
    sender: BUYER,
    uri: null,
  };
  const payment: Payment = { id: "one", quote, goal: "token", method: "transfer", hash: null, madeAt: NOW };
  const order = { units: 5_000_000n, goal: "token" } as const;
  const events: Event[] = [
    { type: "connect", order },
    { type: "wallets", wallets: [{ id: "one", name: "One", icon: null, isInstalled: true }] },
    { type: "choose", walletId: "one" },
    { type: "connected", account: BUYER, chainId },
    { type: "checked", facts },
    { type: "quoted", payment },
  ];
  return events.reduce(reduce, newFlow(order));
}

describe("Send", () => {
  test("is live with the right address, network, token, balance and time", () => {
    expect(sendable(quotedFlow(RIGHT), NOW)?.id).toBe("one");
  });

  test.each<[string, Partial<Circumstances>]>([
    ["an address that differs in one character", { copies: [...RIGHT.copies, copy({ at: "the quote", address: OTHER })] }],
    ["a pinned address that differs", { copies: [copy({}), copy({ at: "llms.txt" }), copy({ at: "this build", address: OTHER })] }],
    ["a wallet on another network", { chainId: 1 }],
    ["a quote for another network", { copies: [...RIGHT.copies, copy({ at: "the quote", chainId: 84_532 })] }],
    ["another contract", { copies: [...RIGHT.copies, copy({ at: "the quote", contract: OTHER })] }],
    ["other decimals", { copies: [copy({ decimals: 18 }), copy({ at: "llms.txt" })] }],
    ["too small a balance", { usdc: 4_999_999n }],
    ["fewer than two copies of the address", { copies: [copy({})] }],
    ["less than two minutes", { leftMs: SEND_NEEDS_MS - 1 }],
  ])("is dead with %s", (_, change) => {
    expect(sendable(quotedFlow({ ...RIGHT, ...change }), NOW)).toBeNull();
  });
});
