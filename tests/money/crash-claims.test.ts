import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { rowsOf } from "../support/stores/rows-of";
import type { X402Terms } from "@/lib/money/chain/x402-terms";
import { lacksAnvil } from "../support/lacks";
import { callingWorld, type CallAnswer, type CallHeaders, type CallingWorld } from "../support/money/calling-world";
import { startChain, type TestChain } from "../support/money/chain";
import { faultsOfLedger } from "../support/money/money";
import { signPayment } from "../support/money/x402-buyers";

const STEPS = ["claim:verified", "claim:claimed", "call:computed", "claim:settled", "call:captured"] as const;

describe.skipIf(lacksAnvil())("a process that is killed while one call is being paid", () => {
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

  const endLeases = async () => {
    await world.db.execute(sql`update claims set lease_until = now() - interval '1 second' where state = 'running'`);
    await world.db.execute(
      sql`update x402_authorizations set lease_until = now() - interval '1 second' where state in ('running', 'settling')`,
    );
  };

  let paymentRequired: CallAnswer | undefined;
  const byHash = async (): Promise<CallHeaders> => {
    const hash = await chain.transfer(chain.buyers[0], 20_000n);
    await chain.mine(2);
    return { "X-Payment-Tx": hash };
  };
  const bySignature = async (): Promise<CallHeaders> => {
    paymentRequired ??= await world.ask({});
    const required = decodePaymentRequiredHeader(paymentRequired.headers["payment-required"] ?? "");
    return (await signPayment(chain.buyers[1], { resource: required.resource, v2: required.accepts[0], v1: null } as X402Terms, 2)).headers;
  };

  test.each([
    ...STEPS.map((step) => [step, "a hash", byHash] as const),
    ...STEPS.map((step) => [step, "a signed payment", bySignature] as const),
  ])("at %s, paid by %s, takes no money without an answer: the same payment gets one answer", async (step, _rail, pay) => {
    const headers = await pay();
    const before = await chain.balanceOf(chain.payTo);
    await expect(world.crash(step, headers)).rejects.toThrow("ended with null");
    expect(await faultsOfLedger(world.db)).toEqual([]);
    await endLeases();
    await chain.mine();
    const again = await world.ask(headers);
    const third = await world.ask(headers);
    expect([again.status, third.status, third.text]).toEqual([200, 200, again.text]);
    expect(JSON.parse(again.text)).toMatchObject({ billing: { credits_charged: 1, credits_remaining: 0 } });
    expect(await chain.balanceOf(chain.payTo)).toBe("X-Payment-Tx" in headers ? before : before + 20_000n);
    expect(await faultsOfLedger(world.db)).toEqual([]);
    expect(await rowsOf(world.db, sql`select id from holds where status = 'reserved'`)).toEqual([]);
  });
});
