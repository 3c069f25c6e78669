import { decodePaymentResponseHeader } from "@x402/core/http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { confirmPurchase } from "@/lib/money/purchase/confirm-purchase";
import { makeQuote } from "@/lib/money/purchase/make-quote";
import { signingText } from "@/lib/money/base/prove-payer";
import { createChain, type Chain } from "@/lib/money/chain/chain";
import { createScreener } from "@/lib/money/chain/screener";
import { followChain } from "@/lib/money/transfers/follow-chain";
import { CHAIN_ID, USDC } from "../../support/money/chain";
import { faultsOfLedger } from "../../support/money/money";
import { failing, openRailsWorld, SITE, type RailsWorld } from "../../support/money/rails-world";
import { signPayment } from "../../support/money/x402-buyers";
import { lacksAnvil } from "../../support/lacks";

const CODE = "?task=code";

describe.skipIf(lacksAnvil())("a payment claimed in several ways", () => {
  let world: RailsWorld;
  let chain: Chain;
  beforeAll(async () => {
    world = await openRailsWorld();
    chain = createChain({ chainId: CHAIN_ID, rpcUrls: [world.local.url], usdc: USDC, payTo: world.local.payTo, timeoutMs: 20_000 });
  });
  afterAll(async () => {
    await world.close();
  });

  const screener = createScreener({ list: new Set(), chainalysis: null });
  const buyer = (index = 0) => world.local.buyers[index] ?? world.local.buyers[0];
  const creditsOf = async (hash: string) =>
    (
      await rowsOf<{ credits: number }>(
        world.db,
        sql`select coalesce(sum(credits), 0)::int as credits from purchases where tx_hash = ${hash} and reversed_at is null`,
      )
    )[0]?.credits;
  const claimOf = async (hash: string) =>
    (await rowsOf<{ state: string; rail: string }>(world.db, sql`select state, rail from claims where tx_hash = ${hash}`))[0] ?? null;
  const scan = () => followChain({ db: world.db, chain, screener, isSelling: true, signal: new AbortController().signal, now: new Date() });
  const confirm = (txHash: string, proof: { memo?: string; signature?: string }) =>
    confirmPurchase(
      { db: world.db, chain, screener, baseUrl: SITE, now: new Date() },
      { txHash, memo: proof.memo ?? null, signature: proof.signature ?? null, accountId: null },
    );
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "bought",
      (error: { code?: string }) => error.code ?? String(error),
    );

  test("credits a hash once and answers at most one call when calls, confirms and the scan race for it", async () => {
    for (let round = 0; round < 3; round++) {
      const hash = await world.pay(buyer(round), 60_000n);
      const { message } = signingText(SITE, { purpose: "purchase", chainId: CHAIN_ID, txHash: hash }, new Date());
      const signature = await buyer(round).signMessage({ message });
      const own = await world.signedTx(buyer(round), hash, CODE);
      const [calls, confirms] = await Promise.all([
        Promise.all([
          ...Array.from({ length: 6 }, (_, index) => world.ask(`${CODE}&budget=${1000 + index}`, { "X-Payment-Tx": hash })),
          world.ask(CODE, own),
          world.ask(CODE, own),
        ]),
        Promise.all(Array.from({ length: 6 }, () => codeOf(confirm(hash, { signature })))),
        scan(),
      ]);
      const answered = new Set(calls.filter(({ status }) => status === 200).map(({ text }) => text));
      const isBought = (await claimOf(hash))?.state === "bought";
      expect([await creditsOf(hash), answered.size]).toEqual([3, isBought ? 0 : 1]);
      // A signature collects the surplus of a bare call, which is the same claim, not a second one.
      expect(confirms.every((code) => ["bought", "tx_in_flight", "tx_already_claimed"].includes(code))).toBe(true);
      expect(
        calls
          .filter(({ status }) => status !== 200)
          .every(({ body }) => ["tx_in_flight", "tx_already_used"].includes(body.error as string)),
      ).toBe(true);
      expect(await faultsOfLedger(world.db)).toEqual([]);
    }
  });

  test("credits a quote once when its memo races at the call and at the confirm", async () => {
    const quote = await makeQuote(world.db, {
      requestedUnits: 1_000_000n,
      endpoint: null,
      senderWallet: null,
      caller: "racer",
      now: new Date(Date.now() - 60_000),
    });
    const hash = await world.pay(buyer(0), quote.units);
    const headers = { "X-Payment-Tx": hash, "X-Payment-Quote": quote.memo };
    await Promise.all([
      ...Array.from({ length: 5 }, () => world.ask(CODE, headers)),
      ...Array.from({ length: 5 }, () => codeOf(confirm(hash, { memo: quote.memo }))),
      scan(),
    ]);
    expect(await creditsOf(hash)).toBe(50);
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });

  test("lets the memo collect the surplus of a quote-paid call, with a new token", async () => {
    const quote = await makeQuote(world.db, {
      requestedUnits: 1_000_000n,
      endpoint: null,
      senderWallet: null,
      caller: "collector",
      now: new Date(Date.now() - 60_000),
    });
    const hash = await world.pay(buyer(0), quote.units);
    const paid = await world.ask(CODE, { "X-Payment-Tx": hash, "X-Payment-Quote": quote.memo });
    const first = paid.headers.get("x-payment-token");
    const collected = await confirm(hash, { memo: quote.memo });
    expect([first === null, collected.token === null, collected.token === first, collected.balance]).toEqual([false, false, false, 49]);
  });

  test("suspends an unspent hash while its block is reorganised away, then lets it pay for one call", async () => {
    const hash = await world.local.transfer(buyer(1), 20_000n);
    const transaction = await world.local.client.getTransaction({ hash });
    await world.local.mine(1);
    expect((await world.ask(CODE, { "X-Payment-Tx": hash }, failing)).headers.get("x-payment-state")).toBe("unspent");
    await scan();
    await world.local.reorg(2);
    await world.local.mine(3);
    await scan();
    expect([(await claimOf(hash))?.state, (await world.ask(CODE, { "X-Payment-Tx": hash })).body.error]).toEqual([
      "gone",
      "tx_not_confirmed",
    ]);
    expect(await faultsOfLedger(world.db)).toEqual([]);
    const isPending = await world.local.client.getTransactionReceipt({ hash }).then(
      () => false,
      () => true,
    );
    if (isPending) {
      await world.local.client.sendTransaction({
        account: buyer(1),
        to: transaction.to,
        data: transaction.input,
        nonce: transaction.nonce,
        gas: transaction.gas,
        maxFeePerGas: transaction.maxFeePerGas,
        maxPriorityFeePerGas: transaction.maxPriorityFeePerGas,
      } as never);
    }
    await world.local.mine(7);
    await scan();
    expect([
      (await claimOf(hash))?.state,
      (await world.ask(CODE, { "X-Payment-Tx": hash })).status,
      (await world.ask("?task=general", { "X-Payment-Tx": hash })).status,
    ]).toEqual(["unspent", 200, 409]);
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });

  test("books a signed payment as receivable when its block is reorganised away, without a negative balance", async () => {
    const query = "?task=code&budget=1064";
    const { headers } = await signPayment(buyer(2), await world.offered(query), 2);
    const answer = await world.ask(query, headers);
    const { transaction } = decodePaymentResponseHeader(answer.headers.get("payment-response") ?? "");
    await world.local.reorg(1);
    await world.local.mine(3);
    await scan();
    expect([answer.status, (await claimOf(transaction))?.state, await creditsOf(transaction)]).toEqual([200, "gone", 0]);
    expect(await rowsOf(world.db, sql`select id from accounts where kind <> 'system' and posted < held`)).toEqual([]);
    expect(await faultsOfLedger(world.db)).toEqual([]);
    expect((await world.ask(query, headers)).text).toBe(answer.text);
  });

  test("leaves balanced books", async () => {
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });
});
