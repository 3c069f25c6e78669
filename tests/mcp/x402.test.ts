import type { decodePaymentRequiredHeader } from "@x402/core/http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { X402Terms } from "@/lib/money/chain/x402-terms";
import { lacksAnvil } from "../support/lacks";
import { textOf } from "../support/mcp/call-mcp";
import { callBestModel } from "../support/mcp/one-tool-call";
import { callingWorld, type CallingWorld } from "../support/money/calling-world";
import { startChain, type TestChain } from "../support/money/chain";
import { faultsOfLedger, fundedToken } from "../support/money/money";
import { signPayment, type SignedPayment } from "../support/money/x402-buyers";

const PRICE = 20_000n;

describe.skipIf(lacksAnvil())("a tool call that is paid by x402", () => {
  let chain: TestChain;
  let world: CallingWorld;
  beforeAll(async () => {
    chain = await startChain();
    world = await callingWorld({ ...chain.environment(), X402_SETTLER_KEY: chain.settlerKey });
  });
  afterAll(async () => {
    await world?.close();
    await chain?.stop();
  });

  type Required = ReturnType<typeof decodePaymentRequiredHeader>;
  const received = () => chain.balanceOf(chain.payTo);

  async function signed(changes: Parameters<typeof signPayment>[3] = {}): Promise<SignedPayment> {
    const { structuredContent } = await callBestModel({});
    const required = structuredContent as unknown as Required;
    return signPayment(chain.buyers[1], { resource: required.resource, v2: required.accepts[0], v1: null } as X402Terms, 2, changes);
  }

  test("asks for a payment in its structure and as JSON text", async () => {
    const { isError, structuredContent, content } = await callBestModel({});
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({ x402Version: 2, resource: { url: expect.stringContaining("/api/premium/routing") } });
    expect(JSON.parse(content[0]?.text ?? "")).toEqual(structuredContent);
  });

  test("is asked for a payment, settled, and answered with the settlement; the same payment gets the same answer", async () => {
    const before = await received();
    const { headers } = await signed();
    const [first, again] = [await callBestModel(headers), await callBestModel(headers)];
    expect(textOf(first)).toMatch(/^Best for code: /);
    expect(first._meta).toMatchObject({
      billing: { credits_charged: 1 },
      receipt: { credits_charged: 1 },
      "x402/payment-response": { success: true, transaction: expect.stringMatching(/^0x/) },
    });
    expect(again._meta.receipt).toEqual(first._meta.receipt);
    expect(await received()).toBe(before + PRICE);
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });

  test("of five at once with one payment, every answer is that of one charge", async () => {
    const before = await received();
    const { headers } = await signed();
    const results = await Promise.all(Array.from({ length: 5 }, () => callBestModel(headers)));
    const receipts = new Set(results.flatMap(({ _meta: meta }) => meta?.receipt?.id ?? []));
    expect(receipts.size).toBe(1);
    expect(await received()).toBe(before + PRICE);
  });

  test("with an identifier of its payer's own is charged once, also when it is signed again", async () => {
    const before = await received();
    const extensions = { "payment-identifier": { info: { required: false, id: "mcp_payment_identifier_1" } } };
    const [one, other] = [await signed({ extensions }), await signed({ extensions })];
    const [first, again] = [await callBestModel(one.headers), await callBestModel(other.headers)];
    expect(again._meta.receipt).toEqual(first._meta.receipt);
    expect(await received()).toBe(before + PRICE);
  });

  test("for another tool call than the payment was signed for, or with a wrong argument, takes no money", async () => {
    const before = await received();
    const { headers } = await signed();
    const other = await callBestModel(headers, { task: "reasoning" });
    const wrong = await callBestModel(headers, { task: "poetry" });
    expect([other.isError, wrong.isError, textOf(wrong)]).toEqual([true, true, expect.stringContaining("`task` is not valid")]);
    expect(await received()).toBe(before);
  });

  test("pays by the token where both come, and by the payment where the token cannot", async () => {
    const before = await received();
    const { headers } = await signed();
    const rich = await fundedToken(world.db, 2);
    const byToken = await callBestModel({ ...headers, authorization: rich.bearer.Authorization });
    expect([byToken._meta.billing.credits_remaining, byToken._meta["x402/payment-response"], await received()]).toEqual([
      1,
      undefined,
      before,
    ]);
    const poor = await fundedToken(world.db, 0);
    const byPayment = await callBestModel({ ...headers, authorization: poor.bearer.Authorization });
    expect(byPayment._meta["x402/payment-response"]).toMatchObject({ success: true });
    expect(await received()).toBe(before + PRICE);
  });

  test.each(["claim:verified", "call:computed", "claim:settled", "call:captured"])(
    "that is killed at %s takes no money without an answer: the same payment gets one answer",
    async (step) => {
      const { headers } = await signed();
      const before = await received();
      await expect(world.crash(step, headers, 1, "tests/support/mcp/run-tool-call.ts")).rejects.toThrow("ended with null");
      expect(await faultsOfLedger(world.db)).toEqual([]);
      await world.db.execute(
        sql`update x402_authorizations set lease_until = now() - interval '1 second' where state in ('running', 'settling')`,
      );
      await chain.mine();
      const [again, third] = [await callBestModel(headers), await callBestModel(headers)];
      expect(again._meta).toMatchObject({ billing: { credits_charged: 1 }, "x402/payment-response": { success: true } });
      expect(third._meta.receipt).toEqual(again._meta.receipt);
      expect(await received()).toBe(before + PRICE);
      expect(await faultsOfLedger(world.db)).toEqual([]);
    },
  );
});
