import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { faultsOfLedger } from "../support/money/money";
import { sellingWorld, type SellingWorld, type TextAnswer } from "../support/money/selling-world";
import type { TestServer } from "../support/server/server";
import { lacksAnvil } from "../support/lacks";

const RACERS = 20;

function gate(): { open(): void; isOpen: Promise<void> } {
  let open: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return { open, isOpen };
}

describe.skipIf(lacksAnvil())("twenty concurrent requests with one payment", () => {
  let world: SellingWorld;
  let server: TestServer;
  beforeAll(async () => {
    world = await sellingWorld();
    server = await world.start();
  });
  beforeEach(() => world.proxy.behave({ kind: "pass" }));
  afterAll(async () => {
    await server?.stop();
    await world?.close();
  });

  const received = () => world.chain.balanceOf(world.chain.payTo);

  /** Lets the first request of this method through, and the others once some answer was 200. */
  async function raceBehind(method: string, query: string, headers: Record<string, string>): Promise<TextAnswer[]> {
    const answered = gate();
    world.proxy.behave({ kind: "slow", until: (nth) => (nth === 1 ? Promise.resolve() : answered.isOpen) }, method);
    return Promise.all(
      Array.from({ length: RACERS }, async () => {
        const answer = await world.ask(server, query, headers);
        if (answer.status === 200) answered.open();
        return answer;
      }),
    );
  }

  const summaryOf = (answers: readonly TextAnswer[]) => ({
    isAskedToPay: answers.some(({ status }) => status === 402),
    answers: new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size,
    haveRetryAfter: answers.every(({ status, retryAfter }) => status === 200 || retryAfter !== null),
  });

  test("all get the one answer, and none another 402, when the payment has just settled", async () => {
    const query = "?task=code&budget=3001";
    const { headers } = await world.signed(server, query, world.chain.buyers[0]);
    const before = await received();
    expect(summaryOf(await raceBehind("eth_call", query, headers))).toEqual({ isAskedToPay: false, answers: 1, haveRetryAfter: true });
    expect(await received()).toBe(before + 20_000n);
  });

  test("are asked to retry while the payment settles", async () => {
    const query = "?task=code&budget=3002";
    const { headers } = await world.signed(server, query, world.chain.buyers[1]);
    const before = await received();
    const [sending, mayBeSent] = [gate(), gate()];
    world.proxy.behave({ kind: "slow", until: () => (sending.open(), mayBeSent.isOpen) }, "eth_sendRawTransaction");
    const first = world.ask(server, query, headers);
    await sending.isOpen;
    const others = await Promise.all(Array.from({ length: RACERS - 1 }, () => world.ask(server, query, headers)));
    expect(summaryOf(others)).toEqual({ isAskedToPay: false, answers: 0, haveRetryAfter: true });
    expect(JSON.parse(others[0]?.text ?? "")).toMatchObject({ error: "payment_in_flight", payment_state: "pending", retryable: true });
    mayBeSent.open();
    const answer = await first;
    expect([answer.status, (await world.ask(server, query, headers)).text, await received()]).toEqual([200, answer.text, before + 20_000n]);
  });

  test("all get the one answer when the quote's hash was just used", async () => {
    const query = "?task=code&budget=3003";
    const quote = (await (
      await fetch(`${server.baseUrl}/api/payment/buy-credits`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ endpoint: "/api/premium/routing" }),
      })
    ).json()) as { memo: string; amount_base_units: string };
    await world.chain.mine();
    const hash = await world.chain.transfer(world.chain.buyers[2], BigInt(quote.amount_base_units));
    await world.chain.mine(7);
    const answers = await raceBehind("eth_getTransactionReceipt", query, { "X-Payment-Tx": hash, "X-Payment-Quote": quote.memo });
    expect(summaryOf(answers)).toEqual({ isAskedToPay: false, answers: 1, haveRetryAfter: true });
  });

  test("leave balanced books", async () => {
    expect(await server.stop()).toBe(0);
    expect(await world.reading(faultsOfLedger)).toEqual([]);
  });
});
