import { decodePaymentResponseHeader } from "@x402/core/http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createChain, type Chain } from "@/lib/chain/chain";
import { createX402, type X402 } from "@/lib/chain/x402";
import { findAnvil, NO_ANVIL } from "../support/anvil";
import { CHAIN_ID, startChain, USDC, type TestChain } from "../support/chain";
import { startRpcProxy, type RpcProxy } from "../support/rpc-proxy";
import { buyerOfVersion1, buyerOfVersion2 } from "../support/x402-buyers";
import { startShop, type Shop } from "../support/x402-shop";

if (!findAnvil()) process.stdout.write(`SKIPPED: ${NO_ANVIL}\n`);

describe.skipIf(!findAnvil())("x402 between published clients and a real chain", () => {
  let local: TestChain;
  let proxy: RpcProxy;
  let chain: Chain;
  let x402: X402;
  let shop: Shop;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    local = await startChain();
    proxy = await startRpcProxy(local.url);
    chain = createChain({ chainId: CHAIN_ID, rpcUrls: [proxy.url], usdc: USDC, payTo: local.payTo, timeoutMs: 1000 });
    x402 = createX402(chain, { settlerKey: local.settlerKey }, { timeoutMs: 3000, pollMs: 20 });
    shop = await startShop(x402);
    stops.push(shop.stop, proxy.stop, local.stop);
  });
  beforeEach(() => {
    proxy.behave({ kind: "pass" });
    shop.answered.length = 0;
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  test.each([["2", buyerOfVersion2, "payment-response"], ["1", buyerOfVersion1, "x-payment-response"]] as const)("the client of version %s pays once and is told so", async (_version, buyerOf, header) => {
    const [buyer] = local.buyers;
    const before = [await local.balanceOf(buyer.address), await local.balanceOf(local.payTo)];
    const answer = await buyerOf(buyer)(`${shop.url}/premium?task=code`);
    expect([answer.status, shop.answered]).toEqual([200, ["402 payment_required", "200"]]);
    expect(decodePaymentResponseHeader(answer.headers.get(header) ?? "")).toMatchObject({ success: true, payer: buyer.address, transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
    expect([await local.balanceOf(buyer.address), await local.balanceOf(local.payTo)]).toEqual([(before[0] ?? 0n) - 20_000n, (before[1] ?? 0n) + 20_000n]);
  });
});
