import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chainOf, createChain } from "@/lib/money/chain/chain";
import { parsePayment, type Payment } from "@/lib/money/chain/parse-payment";
import { resumeSettlement, settlePayment } from "@/lib/money/chain/settle-payment";
import { verifyPayment } from "@/lib/money/chain/verify-payment";
import { createX402, x402Of, type X402 } from "@/lib/money/chain/x402";
import { paymentRequirements } from "@/lib/money/chain/x402-terms";
import { parseEnv } from "@/lib/config/env";
import { CHAIN_ID, startChain, USDC, type TestChain } from "../../support/money/chain";
import { startFacilitator, type TestFacilitator } from "../../support/money/facilitator";
import { buyerOfVersion1, buyerOfVersion2, signPayment } from "../../support/money/x402-buyers";
import { startX402Shop } from "../../support/money/x402-shop";
import { lacksAnvil } from "../../support/lacks";

const resource = { url: "https://data.example/api/premium/routing", description: "one call", mimeType: "application/json" };

describe.skipIf(lacksAnvil())("x402 settled through a facilitator", () => {
  let local: TestChain;
  let facilitator: TestFacilitator;
  let x402: X402;
  const terms = () => paymentRequirements(x402.chain, 1, resource);
  const answerWith = (path: string, status: number, body: object) =>
    (facilitator.override = (requested: string, response: ServerResponse) =>
      requested === path ? (response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)), true) : false);
  const settle = (payment: Payment) => settlePayment(x402, payment, terms(), { now: new Date() });
  const verify = (payment: Payment) => verifyPayment(x402, payment, terms(), new Date());
  async function signed(changes: Parameters<typeof signPayment>[3] = {}): Promise<Payment> {
    const parsed = parsePayment(new Headers((await signPayment(local.buyers[0], terms(), 2, changes)).headers));
    if (parsed.kind !== "payment") throw new Error(parsed.kind);
    return parsed.payment;
  }

  beforeAll(async () => {
    local = await startChain();
    facilitator = await startFacilitator(local);
    const chain = createChain({ chainId: CHAIN_ID, rpcUrls: [local.url], usdc: USDC, payTo: local.payTo });
    x402 = createX402(chain, { facilitatorUrl: facilitator.url }, { timeoutMs: 300, pollMs: 20 });
  });
  beforeEach(() => {
    facilitator.override = null;
    facilitator.requestedPaths.length = 0;
  });
  afterAll(async () => {
    await facilitator?.stop();
    await local?.stop();
  });

  test.each([
    ["2", buyerOfVersion2],
    ["1", buyerOfVersion1],
  ] as const)("lets the client of version %s pay, and sees the money on the chain", async (_version, buyerOf) => {
    const shop = await startX402Shop(x402);
    const before = await local.balanceOf(local.payTo);
    expect((await buyerOf(local.buyers[1])(`${shop.url}/premium`)).status).toBe(200);
    expect([facilitator.requestedPaths, await local.balanceOf(local.payTo)]).toEqual([["/verify", "/settle"], before + 20_000n]);
    await shop.stop();
  });

  test("maps the facilitator's refusal to our codes", async () => {
    expect(await verify(await signed({ signer: local.buyers[2] }))).toEqual({ ok: false, refused: "invalid_signature" });
    answerWith("/verify", 200, { isValid: false, invalidReason: "the RPC at https://key@host said no" });
    expect(await verify(await signed())).toEqual({ ok: false, refused: "refused" });
  });

  test("throws ChainUnavailable when the facilitator reports a valid key signature as invalid", async () => {
    answerWith("/verify", 200, { isValid: false, invalidReason: "invalid_exact_evm_signature" });
    await expect(verify(await signed())).rejects.toThrow(expect.objectContaining({ name: "ChainUnavailable" }));
  });

  test.each<[string, () => void]>([
    ["is gone", () => (facilitator.override = (_path, response) => (response.destroy(), true))],
    ["is broken", () => answerWith("/verify", 500, { error: "internal" })],
  ])("throws ChainUnavailable when the facilitator %s", async (_what, arrange) => {
    arrange();
    await expect(verify(await signed())).rejects.toThrow(expect.objectContaining({ name: "ChainUnavailable" }));
  });

  test("leaves the payment pending when the connection fails while settling, and resumes it from the chain", async () => {
    const payment = await signed();
    facilitator.override = (path, response) => (path === "/settle" ? (response.destroy(), true) : false);
    expect(await settle(payment)).toEqual({ state: "pending", txHash: null });
    expect(await resumeSettlement(x402, payment)).toBeNull();
    facilitator.override = null;
    expect(await settle(payment)).toMatchObject({ state: "settled", units: 20_000n });
    expect(await resumeSettlement(x402, payment)).toMatchObject({ state: "settled" });
  });

  test("trusts no settlement that the chain does not show", async () => {
    const payment = await signed();
    answerWith("/settle", 200, { success: true, transaction: `0x${"ab".repeat(32)}` });
    expect(await settle(payment)).toEqual({ state: "pending", txHash: `0x${"ab".repeat(32)}` });
    answerWith("/settle", 200, { success: true, transaction: await local.transfer(local.buyers[0], 20_000n) });
    expect(await settle(payment)).toEqual({ state: "failed", reason: "transfer_failed" });
    answerWith("/settle", 200, { success: true, transaction: "" });
    expect(await settle(payment)).toEqual({ state: "pending", txHash: null });
  });

  test("is configured by URL, or by a settler key, and is off without a wallet", () => {
    const of = (variables: Record<string, string>) => x402Of(parseEnv(variables), chainOf(parseEnv(variables)));
    const wallet = { PAYMENT_ADDRESS: local.payTo };
    expect(of({ ...wallet, X402_FACILITATOR_URL: facilitator.url })).toMatchObject({ settler: null, facilitator: {} });
    expect(of({ ...wallet, X402_SETTLER_KEY: local.settlerKey })).toMatchObject({
      settler: { address: local.settler.address.toLowerCase() },
      facilitator: null,
    });
    expect([of(wallet), of({ X402_SETTLER_KEY: local.settlerKey })]).toEqual([null, null]);
  });

  test("stops the start with one line for a wallet with a wrong checksum", () => {
    const mistyped = local.payTo.replace(/[a-f]/, (letter) => letter.toUpperCase());
    expect(() => chainOf(parseEnv({ PAYMENT_ADDRESS: mistyped }))).toThrow(/^PAYMENT_ADDRESS: its checksum does not fit/);
    expect(chainOf(parseEnv({ PAYMENT_ADDRESS: local.payTo.toLowerCase() }))).toMatchObject({
      payTo: local.payTo.toLowerCase(),
      chainId: 8453,
    });
  });
});
