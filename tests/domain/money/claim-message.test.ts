import { describe, expect, test } from "vitest";
import { claimExpiries, claimMessage, type ClaimPurpose } from "@/lib/domain/money/claim-message";

const site = "https://data.example.org";
const [expiresAt] = claimExpiries(new Date("2026-05-15T18:07:00Z"));
const txHash = `0x${"ab".repeat(32)}`;
const wallet = `0x${"11".repeat(20)}`;

const CLAIMS: ClaimPurpose[] = [
  { purpose: "purchase", chainId: 8453, txHash },
  { purpose: "call", chainId: 8453, txHash, method: "GET", target: "/api/premium/routing?task=code" },
  { purpose: "call", chainId: 8453, txHash, method: "POST", target: "/api/premium/routing?task=code" },
  { purpose: "tokens", chainId: 8453, wallet },
  { purpose: "rotate", chainId: 8453, wallet, accountId: 12, tokenId: 34 },
  { purpose: "rotate", chainId: 8453, wallet, accountId: 12, tokenId: null },
  { purpose: "rotate", chainId: 8453, wallet, accountId: 34, tokenId: 12 },
];

describe("the text that a wallet signs", () => {
  test("names the service, the subject, the chain and the expiry", () => {
    expect(claimMessage(site, CLAIMS[0] as ClaimPurpose, expiresAt)).toBe(
      `${site} asks you to prove that you hold a wallet.\n\nPurpose: collect the credits of a payment\nTransaction: ${txHash}\nChain: 8453\nExpires: 2026-05-15T19:00:00.000Z\n\nSigning costs nothing and moves no funds.`,
    );
  });

  test("differs by purpose, subject, chain, service and time", () => {
    const texts = CLAIMS.map((claim) => claimMessage(site, claim, expiresAt));
    const others = [
      claimMessage("https://other.example", CLAIMS[0] as ClaimPurpose, expiresAt),
      claimMessage(site, { ...CLAIMS[0], chainId: 1 } as ClaimPurpose, expiresAt),
      claimMessage(site, CLAIMS[0] as ClaimPurpose, new Date(expiresAt.getTime() + 1_800_000)),
    ];
    expect(new Set([...texts, ...others]).size).toBe(CLAIMS.length + 3);
  });

  test("expires between 30 and 60 minutes after it was issued, and is accepted until then", () => {
    for (const minute of [0, 1, 29, 30, 31, 59]) {
      const now = new Date(Date.UTC(2026, 4, 15, 18, minute));
      const [issued] = claimExpiries(now);
      const minutes = (issued.getTime() - now.getTime()) / 60_000;
      expect(minutes > 30 && minutes <= 60).toBe(true);
      const accepted = (at: number) => claimExpiries(new Date(at)).some((end) => end.getTime() === issued.getTime());
      expect([accepted(issued.getTime() - 1), accepted(issued.getTime())]).toEqual([true, false]);
    }
  });
});
