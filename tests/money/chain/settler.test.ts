import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resumeSettlement } from "@/lib/money/chain/settle-payment";
import type { TestChain } from "../../support/money/chain";
import type { RpcProxy } from "../../support/money/rpc-proxy";
import { startX402World, type X402World } from "../../support/money/x402-world";
import { lacksAnvil } from "../../support/lacks";

describe.skipIf(lacksAnvil())("the settler key", () => {
  let world: X402World;
  let local: TestChain;
  let proxy: RpcProxy;
  const signed: X402World["signed"] = (...parameters) => world.signed(...parameters);
  const settle: X402World["settle"] = (...parameters) => world.settle(...parameters);
  const received = () => world.received();
  beforeAll(async () => {
    world = await startX402World();
    ({ local, proxy } = world);
  });
  beforeEach(async () => {
    proxy.behave({ kind: "pass" });
    await local.mine(20);
  });
  afterAll(() => world?.stop());

  test("settles eight concurrent payments", async () => {
    const payments = await Promise.all(Array.from({ length: 8 }, (_each, index) => signed(index % 2 ? 1 : 2, {}, local.buyers[index % 3])));
    const before = await received();
    expect((await Promise.all(payments.map((payment) => settle(payment)))).map(({ state }) => state)).toEqual(Array(8).fill("settled"));
    expect(await received()).toBe(before + 160_000n);
  });

  test("is not blocked by payments that cannot settle", async () => {
    const poor = privateKeyToAccount(`0x${"78".repeat(32)}`) as unknown as (typeof local.buyers)[0];
    const payments = await Promise.all([signed(2), signed(2, {}, poor), signed(2), signed(1, {}, poor), signed(1)]);
    expect((await Promise.all(payments.map((payment) => settle(payment)))).map(({ state }) => state)).toEqual([
      "settled",
      "failed",
      "settled",
      "failed",
      "settled",
    ]);
  });

  test("is shared by several processes, of which one settles at a time", async () => {
    let last: Promise<unknown> = Promise.resolve();
    let [inside, most] = [0, 0];
    const exclusively = <Value>(task: () => Promise<Value>): Promise<Value> => {
      const enter = () => {
        most = Math.max(most, (inside += 1));
        return task().finally(() => (inside -= 1));
      };
      const next = last.then(enter);
      last = next.catch(() => undefined);
      return next;
    };
    const processes = [1, 2, 3].map(() => world.settlerOn(world.chainOf([local.url])));
    const payments = await Promise.all(Array.from({ length: 9 }, () => signed(2)));
    const settled = await Promise.all(payments.map((payment, index) => settle(payment, processes[index % 3], { exclusively })));
    expect(most).toBe(1);
    expect(settled.map(({ state }) => state)).toEqual(Array(9).fill("settled"));
  });

  test("reports ChainUnavailable, not a refused payment, when it has no ether or gas is too expensive", async () => {
    const payment = await signed(2);
    const { address } = local.settler;
    const ether = await local.client.getBalance({ address });
    await local.client.setBalance({ address, value: 0n });
    await expect(settle(payment)).rejects.toThrow(expect.objectContaining({ name: "ChainUnavailable" }));
    await local.client.setBalance({ address, value: ether });
    await local.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 100_000_000_000n });
    await local.mine();
    await expect(settle(payment)).rejects.toThrow(expect.objectContaining({ name: "ChainUnavailable" }));
    await local.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000_000n });
    await local.mine();
    expect(await settle(payment)).toMatchObject({ state: "settled" });
  });

  test("leaves a settlement pending that the second endpoint does not show", async () => {
    const two = world.settlerOn(world.chainOf([local.url, proxy.url]), 200);
    proxy.behave({ kind: "lie", alter: () => null }, "eth_getTransactionReceipt");
    const payment = await signed(2);
    expect(await settle(payment, two)).toMatchObject({ state: "pending" });
    proxy.behave({ kind: "pass" });
    expect(await resumeSettlement(two, payment)).toMatchObject({ state: "settled" });
  });
});
