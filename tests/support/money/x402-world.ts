import { createChain, type Chain } from "@/lib/money/chain/chain";
import { parsePayment, type Payment } from "@/lib/money/chain/parse-payment";
import { settlePayment, type SettleOptions } from "@/lib/money/chain/settle-payment";
import type { Settlement } from "@/lib/money/chain/settlement";
import { verifyPayment, type Verification } from "@/lib/money/chain/verify-payment";
import { createX402, type X402 } from "@/lib/money/chain/x402";
import { paymentRequirements, type X402Terms } from "@/lib/money/chain/x402-terms";
import { CHAIN_ID, startChain, USDC, type TestChain } from "./chain";
import { startRpcProxy, type RpcProxy } from "./rpc-proxy";
import { signPayment } from "./x402-buyers";

export const resource = {
  url: "https://data.example/api/premium/routing?task=code",
  description: "one call",
  mimeType: "application/json",
};

export interface X402World {
  local: TestChain;
  proxy: RpcProxy;
  x402: X402;
  chainOf(rpcUrls: readonly string[], timeoutMs?: number): Chain;
  settlerOn(chain: Chain, timeoutMs?: number): X402;
  terms(): X402Terms;
  signed(version: 1 | 2, changes?: Parameters<typeof signPayment>[3], payer?: TestChain["buyers"][0]): Promise<Payment>;
  verify(payment: Payment, on?: X402): Promise<Verification>;
  settle(payment: Payment, on?: X402, options?: Partial<SettleOptions>): Promise<Settlement>;
  received(): Promise<bigint>;
  stop(): Promise<void>;
}

export async function startX402World(): Promise<X402World> {
  const local = await startChain();
  const proxy = await startRpcProxy(local.url);
  const chainOf: X402World["chainOf"] = (rpcUrls, timeoutMs) =>
    createChain({ chainId: CHAIN_ID, rpcUrls, usdc: USDC, payTo: local.payTo, timeoutMs });
  const settlerOn: X402World["settlerOn"] = (chain, timeoutMs = 15_000) =>
    createX402(chain, { settlerKey: local.settlerKey }, { timeoutMs, pollMs: 50 });
  const x402 = settlerOn(chainOf([proxy.url]));
  const terms = () => paymentRequirements(x402.chain, 1, resource);
  return {
    local,
    proxy,
    x402,
    chainOf,
    settlerOn,
    terms,
    async signed(version, changes = {}, payer = local.buyers[0]) {
      const parsed = parsePayment(new Headers((await signPayment(payer, terms(), version, changes)).headers));
      if (parsed.kind !== "payment") throw new Error(JSON.stringify(parsed));
      return parsed.payment;
    },
    verify: (payment, on = x402) => verifyPayment(on, payment, terms(), new Date()),
    settle: (payment, on = x402, options = {}) => settlePayment(on, payment, terms(), { now: new Date(), ...options }),
    received: () => local.balanceOf(local.payTo),
    async stop() {
      await proxy.stop();
      await local.stop();
    },
  };
}
