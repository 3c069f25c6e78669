import { privateKeyToAccount } from "viem/accounts";
import type { HDAccount } from "viem/accounts";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { findQuoteByMemo } from "@/db/queries/money/purchase/quotes";
import { createChain, type Chain } from "@/lib/money/chain/chain";
import { ExactPayload, type Payment } from "@/lib/money/chain/parse-payment";
import { createX402, type X402 } from "@/lib/money/chain/x402";
import { confirmByMemo } from "@/lib/money/purchase/confirm-by-memo";
import { hashMemo } from "@/lib/money/purchase/confirm-purchase";
import { submitGasless, type GaslessSetup, type Submitted } from "@/lib/money/purchase/gasless/submit-gasless";
import type { Collection } from "@/lib/money/purchase/collect-token";
import { typedTransferOf } from "@/lib/money/purchase/quote-terms";
import type { TypedTransfer } from "@/lib/schemas/purchase";
import { CHAIN_ID, USDC } from "./chain";
import { startRpcProxy, type RpcProxy } from "./rpc-proxy";
import { openShop, SITE, type Shop } from "./shop";

type Message = z.input<typeof TypedTransfer>["message"];
type Signer = Pick<HDAccount, "address" | "signTypedData" | "signMessage">;

export interface GaslessShop extends Shop {
  proxy: RpcProxy;
  proxied: Chain;
  x402: X402;
  /** A wallet with this much USDC and without ether. */
  etherless(units: bigint): Promise<Signer>;
  /** What the wallet of a buyer sends: the quote's typed data, changed and signed. */
  signed(db: Db, memo: string, payer: Signer, changes?: Partial<Message>, signer?: Signer): Promise<Payment>;
  submit(db: Db, memo: string, payment: Payment, setup?: Partial<GaslessSetup>): Promise<Submitted>;
  collect(db: Db, memo: string): Promise<Collection>;
  /** Sends a signed transfer as anybody can who has seen it. */
  broadcast(payment: Payment): Promise<string>;
  /** Transactions that were handed to the chain. */
  sent(): number;
}

let keys = 0;

export async function openGaslessShop(): Promise<GaslessShop> {
  const shop = await openShop();
  const { local } = shop;
  const proxy = await startRpcProxy(local.url);
  const proxied = createChain({ chainId: CHAIN_ID, rpcUrls: [proxy.url], usdc: USDC, payTo: local.payTo, timeoutMs: 2000 });
  const x402 = createX402(proxied, { settlerKey: local.settlerKey }, { timeoutMs: 1500, pollMs: 50 });
  return {
    ...shop,
    proxy,
    proxied,
    x402,
    async etherless(units) {
      keys += 1;
      const account = privateKeyToAccount(`0x${(0xabc000 + keys).toString(16).padStart(64, "0")}`);
      await local.mint(account.address, units);
      return account;
    },
    async signed(db, memo, payer, changes = {}, signer = payer) {
      const quote = await findQuoteByMemo(db, hashMemo(memo));
      if (!quote) throw new Error("no quote has this memo");
      const { domain, types, primaryType, message } = typedTransferOf(shop.chain, quote);
      const authorization = { ...message, from: payer.address, ...changes };
      const signature = await signer.signTypedData({
        domain: { ...domain, verifyingContract: USDC },
        types,
        primaryType,
        message: authorization,
      } as unknown as Parameters<HDAccount["signTypedData"]>[0]);
      const { from, ...transfer } = ExactPayload.parse({ signature, authorization }).authorization;
      const common = {
        version: 2 as const,
        scheme: "exact",
        network: `eip155:${CHAIN_ID}`,
        accepted: null,
        resourceUrl: null,
        identifier: null,
      };
      return { ...common, payer: from, ...transfer, signature };
    },
    submit: async (db, memo, payment, setup = {}) =>
      submitGasless(
        { db, x402, screener: shop.screener, baseUrl: SITE, caller: payment.payer, now: await shop.now(), ...setup },
        { memo, payment },
      ),
    async collect(db, memo) {
      await shop.deepen();
      const setup = { db, chain: shop.chain, screener: shop.screener, baseUrl: SITE, now: await shop.now() };
      return (await confirmByMemo(setup, { memo, signature: null, accountId: null }, 0)).collection;
    },
    broadcast: ({ payer, to, value, validAfter, validBefore, nonce, signature }) =>
      local.call(local.buyers[3], { address: USDC, name: "TestUSDC" }, "transferWithAuthorization", [
        payer,
        to,
        value,
        validAfter,
        validBefore,
        nonce,
        signature,
      ]),
    sent: () => proxy.requestedMethods.filter((method) => method === "eth_sendRawTransaction").length,
    async stop() {
      await proxy.stop();
      await shop.stop();
    },
  };
}
