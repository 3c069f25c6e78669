import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from "@x402/core/http";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "@/lib/money/chain/parse-payment";
import { resumeSettlement } from "@/lib/money/chain/settle-payment";
import { verifyPayment } from "@/lib/money/chain/verify-payment";
import type { X402 } from "@/lib/money/chain/x402";
import { USDC, type TestChain } from "../../support/money/chain";
import type { RpcProxy } from "../../support/money/rpc-proxy";
import { buyerOfVersion1, buyerOfVersion2, signPayment } from "../../support/money/x402-buyers";
import { startX402Shop, type X402Shop } from "../../support/money/x402-shop";
import { resource, startX402World, type X402World } from "../../support/money/x402-world";
import { inTier, lacksAnvil } from "../../support/lacks";

const VERSIONS = [1, 2] as const;

describe.skipIf(lacksAnvil())("x402 between published clients and a real chain", () => {
  let world: X402World;
  let local: TestChain;
  let proxy: RpcProxy;
  let x402: X402;
  let shop: X402Shop;
  const signed: X402World["signed"] = (...parameters) => world.signed(...parameters);
  const verify: X402World["verify"] = (...parameters) => world.verify(...parameters);
  const settle: X402World["settle"] = (...parameters) => world.settle(...parameters);
  const received = () => world.received();
  const hasty = () => world.settlerOn(world.chainOf([proxy.url], 500));
  beforeAll(async () => {
    world = await startX402World();
    ({ local, proxy, x402 } = world);
    shop = await startX402Shop(x402);
  });
  beforeEach(async () => {
    proxy.behave({ kind: "pass" });
    shop.answered.length = 0;
    await local.mine(20);
  });
  afterAll(async () => {
    await shop?.stop();
    await world?.stop();
  });

  describe("for published clients", () => {
    test.each([
      ["2", buyerOfVersion2, "payment-response"],
      ["1", buyerOfVersion1, "x-payment-response"],
    ] as const)("lets the client of version %s pay once and returns the settlement", async (_version, buyerOf, header) => {
      const [buyer] = local.buyers;
      const before = [await local.balanceOf(buyer.address), await received()] as const;
      const answer = await buyerOf(buyer)(`${shop.url}/premium?task=code`);
      expect([answer.status, shop.answered]).toEqual([200, ["402 payment_required", "200"]]);
      expect(decodePaymentResponseHeader(answer.headers.get(header) ?? "")).toMatchObject({
        success: true,
        payer: buyer.address,
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      });
      expect([await local.balanceOf(buyer.address), await received()]).toEqual([before[0] - 20_000n, before[1] + 20_000n]);
    });

    test.each([
      ["2", buyerOfVersion2],
      ["1", buyerOfVersion1],
    ] as const)("does not settle for failed work, with the client of version %s", async (_version, buyerOf) => {
      const failing = await startX402Shop(x402, { statusOfWork: () => 503 });
      const before = await received();
      expect((await buyerOf(local.buyers[0])(`${failing.url}/premium`)).status).toBe(503);
      expect(await received()).toBe(before);
      await failing.stop();
    });

    test("settles one signature once when it is sent ten times concurrently", async () => {
      const before = await received();
      const url = `${shop.url}/premium`;
      const offered = decodePaymentRequiredHeader((await fetch(url)).headers.get("payment-required") ?? "");
      const { headers } = await signPayment(
        local.buyers[1],
        { ...world.terms(), resource: { ...resource, url }, v2: offered.accepts[0] ?? world.terms().v2 },
        2,
      );
      const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(url, { headers })));
      const paid = answers.filter(({ status }) => status === 200);
      expect(paid.length).toBeGreaterThan(0);
      expect(
        new Set(paid.map((answer) => decodePaymentResponseHeader(answer.headers.get("payment-response") ?? "").transaction)).size,
      ).toBe(1);
      expect(await received()).toBe(before + 20_000n);
    });

    test("answers 503 for a dead endpoint without naming it in header or body", async () => {
      for (const buyerOf of inTier([buyerOfVersion2], [buyerOfVersion2, buyerOfVersion1])) {
        for (const method of inTier(
          ["eth_call", "eth_sendRawTransaction"],
          ["eth_call", "eth_getCode", "eth_estimateGas", "eth_sendRawTransaction"],
        )) {
          proxy.behave({ kind: "status", status: 500, body: "rpc-key" }, method);
          const answer = await buyerOf(local.buyers[0])(`${shop.url}/premium`);
          expect([method, answer.status]).toEqual([method, 503]);
          expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toMatch(/rpc-key|\/v2\/|0x02f8/);
        }
      }
    });
  });

  describe.each(VERSIONS)("a payment of version %d", (version) => {
    test("is verified", async () => {
      const payment = await signed(version);
      expect(await verify(payment)).toEqual({
        ok: true,
        payer: local.buyers[0].address.toLowerCase(),
        nonce: payment.nonce,
        asset: USDC.toLowerCase(),
        value: 20_000n,
      });
    });

    test.each<[string, Parameters<typeof signPayment>[3]]>([
      ["wrong_amount", { authorization: { value: "19999" } }],
      ["wrong_amount", { authorization: { value: "20001" } }],
      ["wrong_recipient", { authorization: { to: "0x1111111111111111111111111111111111111111" } }],
      ["expired", { authorization: { validBefore: String(Math.floor(Date.now() / 1000) + 3) } }],
      ["not_yet_valid", { authorization: { validAfter: String(Math.floor(Date.now() / 1000) + 600) } }],
    ])("is refused as %s without a chain request", async (reason, changes) => {
      const payment = await signed(version, changes);
      proxy.behave({ kind: "cut" });
      expect(await verify(payment)).toEqual({ ok: false, refused: reason });
      expect(proxy.requestedMethods).toEqual([]);
    });

    test("is refused when signed by another key or by nobody", async () => {
      expect(await verify(await signed(version, { signer: local.buyers[1] }))).toEqual({ ok: false, refused: "invalid_signature" });
      expect(await verify(await signed(version, { signature: `0x${"00".repeat(65)}` }))).toEqual({
        ok: false,
        refused: "invalid_signature",
      });
    });

    test("is refused when it comes from our own wallet or the settler", async () => {
      expect(await verify(await signed(version, { authorization: { from: local.payTo } }))).toEqual({ ok: false, refused: "self_payment" });
      expect(await verify(await signed(version, {}, local.settler))).toEqual({ ok: false, refused: "self_payment" });
    });

    test("is refused when the payer's balance is too low", async () => {
      const poor = privateKeyToAccount(`0x${"77".repeat(32)}`) as unknown as (typeof local.buyers)[0];
      expect(await verify(await signed(version, {}, poor))).toEqual({ ok: false, refused: "insufficient_balance" });
    });

    const silent = [
      { kind: "cut" },
      { kind: "hang" },
      { kind: "status", status: 429 },
      { kind: "error", code: -32016, message: "over rate limit" },
    ] as const;
    test.each(silent)("is not refused because of an endpoint with %o", async (behaviour) => {
      const payment = await signed(version);
      for (const method of ["eth_call", "eth_getCode", undefined]) {
        proxy.behave(behaviour, method);
        await expect(verify(payment, hasty())).rejects.toThrow(expect.objectContaining({ name: "ChainUnavailable" }));
      }
      proxy.behave({ kind: "pass" });
      expect(await verify(payment)).toMatchObject({ ok: true });
    });

    test("moves the money once and returns the same settlement each time", async () => {
      const before = await received();
      const payment = await signed(version);
      const settled = await settle(payment);
      expect(settled).toMatchObject({
        state: "settled",
        payer: payment.payer,
        units: 20_000n,
        logIndex: 1,
        txHash: expect.stringMatching(/^0x/),
        blockHash: expect.stringMatching(/^0x/),
      });
      expect(await settle(payment)).toEqual(settled);
      expect(await resumeSettlement(x402, payment)).toEqual(settled);
      expect(await verify(payment)).toEqual({ ok: false, refused: "authorization_used" });
      expect(await received()).toBe(before + 20_000n);
    });

    test("fails without sending a transaction when the payer empties the wallet after verification", async () => {
      const payer = local.buyers[3];
      const payment = await signed(version, {}, payer);
      expect(await verify(payment)).toMatchObject({ ok: true });
      const all = await local.balanceOf(payer.address);
      await local.transfer(payer, all, local.buyers[2].address);
      const nonce = await local.client.getTransactionCount({ address: local.settler.address });
      expect(await settle(payment)).toEqual({ state: "failed", reason: "insufficient_balance" });
      expect(await local.client.getTransactionCount({ address: local.settler.address })).toBe(nonce);
      await local.transfer(local.buyers[2], all, payer.address);
      expect(await settle(await signed(version, {}, payer))).toMatchObject({ state: "settled" });
    });

    test("is pending with its hash while its transaction is unseen, and is found later", async () => {
      const impatient = world.settlerOn(x402.chain, 100);
      await local.setAutomine(false);
      const before = await received();
      const payment = await signed(version);
      const kept: string[] = [];
      const pending = await settle(payment, impatient, { onBroadcast: async (hash) => void kept.push(hash) });
      expect(pending).toEqual({ state: "pending", txHash: kept[0] });
      expect(await resumeSettlement(impatient, payment)).toBeNull();
      await local.mine();
      await local.setAutomine(true);
      expect(await resumeSettlement(x402, payment)).toMatchObject({ state: "settled", txHash: kept[0] });
      expect(await received()).toBe(before + 20_000n);
    });

    test("is pending when a failed connection may have sent it, and unsent when the endpoint refused it", async () => {
      const impatient = world.settlerOn(x402.chain, 100);
      const payment = await signed(version);
      proxy.behave({ kind: "cut" }, "eth_sendRawTransaction");
      expect(await settle(payment, impatient)).toMatchObject({ state: "pending", txHash: expect.stringMatching(/^0x/) });
      proxy.behave({ kind: "error", code: -32000, message: "transaction underpriced" }, "eth_sendRawTransaction");
      await expect(settle(payment, impatient)).rejects.toThrow(expect.objectContaining({ name: "ChainUnavailable" }));
      proxy.behave({ kind: "pass" });
      expect(await settle(payment)).toMatchObject({ state: "settled" });
    });

    test("settles for a contract wallet, and is refused for a wallet that is not deployed", async () => {
      const wallet = await local.deployWallet(local.buyers[0].address);
      await local.mint(wallet, 1_000_000n);
      const payment = await signed(version, { authorization: { from: wallet } });
      expect(await verify(payment)).toMatchObject({ ok: true, payer: wallet.toLowerCase() });
      expect(await settle(payment)).toMatchObject({ state: "settled", payer: wallet.toLowerCase() });
      const { serializeErc6492Signature } = await import("viem");
      const signature = serializeErc6492Signature({ address: local.settler.address, data: "0x1234", signature: `0x${"12".repeat(65)}` });
      expect(
        await verify(await signed(version, { authorization: { from: "0x2222222222222222222222222222222222222222" }, signature })),
      ).toEqual({ ok: false, refused: "wallet_not_deployed" });
    });

    test("counts as settled when somebody else broadcast it", async () => {
      const payment = await signed(version);
      const { payer, to, value, validAfter, validBefore, nonce, signature } = payment;
      const args = [payer, to, value, validAfter, validBefore, nonce, signature];
      const abi = local.contracts.TestUSDC.abi.filter(
        (entry) => entry.type !== "function" || entry.name !== "transferWithAuthorization" || entry.inputs.length === 7,
      );
      const hash = await local.client.writeContract({
        account: local.buyers[2],
        address: USDC,
        abi,
        functionName: "transferWithAuthorization",
        args,
      });
      await local.client.waitForTransactionReceipt({ hash });
      expect(await settle(payment)).toMatchObject({ state: "settled", txHash: hash });
    });
  });

  describe("the requirements that version 2 echoes", () => {
    test.each<[string, Parameters<typeof signPayment>[3]]>([
      ["wrong_resource", { resource: { url: "https://data.example/api/premium/routing?task=math" } }],
      ["wrong_amount", { accepted: { amount: "1" } }],
      ["wrong_network", { accepted: { network: "eip155:1" } }],
      ["wrong_asset", { accepted: { asset: "0x1111111111111111111111111111111111111111" } }],
      ["wrong_recipient", { accepted: { payTo: "0x1111111111111111111111111111111111111111" } }],
      ["wrong_scheme", { accepted: { scheme: "upto" } }],
      ["wrong_requirements", { accepted: { extra: { name: "USDC", version: "2" } } }],
    ])("are checked against the terms: %s", async (reason, changes) => {
      expect(await verify(await signed(2, changes))).toEqual({ ok: false, refused: reason });
    });

    test("bind a payment to its resource, which version 1 does not", async () => {
      const elsewhere = { ...world.terms(), resource: { ...resource, url: "https://data.example/api/premium/whats-new" } };
      const refusedThere = (payment: Payment) => verifyPayment(x402, payment, elsewhere, new Date());
      expect(await refusedThere(await signed(2))).toEqual({ ok: false, refused: "wrong_resource" });
      expect(await refusedThere(await signed(1))).toMatchObject({ ok: true });
    });

    test("may spell addresses in another letter case", async () => {
      expect(await verify(await signed(2, { accepted: { asset: USDC.toLowerCase(), payTo: local.payTo.toLowerCase() } }))).toMatchObject({
        ok: true,
      });
    });
  });
});
