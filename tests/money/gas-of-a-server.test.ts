import { generatePrivateKey, privateKeyToAccount, type HDAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacksAnvil } from "../support/lacks";
import { sellingWorld, type SellingWorld } from "../support/money/selling-world";
import type { TestServer } from "../support/server/server";

const CALL = 20_000n;

describe.skipIf(lacksAnvil())("the gas of a server that is attacked", () => {
  let world: SellingWorld;
  let server: TestServer;
  beforeAll(async () => {
    world = await sellingWorld();
    server = await world.start();
  });
  afterAll(async () => {
    await server?.stop();
    await world?.close();
  });

  const means = async () => {
    const { address } = world.chain.settler;
    return [await world.chain.client.getBalance({ address }), await world.chain.client.getTransactionCount({ address })] as const;
  };

  test.each([1_000_000n, 10_000_000n, 20_000_000n])("is not touched by a contract wallet that burns %d", async (amount) => {
    const wallet = await world.chain.deploy("GasBurner", [amount]);
    await world.chain.mint(wallet, 1_000_000n);
    const query = `?task=code&budget=${amount}`;
    const { headers } = await world.signed(server, query, world.chain.buyers[0], 180, wallet);
    const before = await means();
    const { status, text } = await world.ask(server, query, headers);
    expect([status, JSON.parse(text)]).toMatchObject([402, { error: "payment_failed", reason: "too_much_gas" }]);
    expect(await means()).toEqual(before);
  });

  test("pays for one of 60 payments at once that a wallet with one price signed", async () => {
    const poor = privateKeyToAccount(generatePrivateKey()) as unknown as HDAccount;
    await world.chain.mint(poor.address, CALL);
    const payments = await Promise.all(
      Array.from({ length: 60 }, async (_, call) => {
        const query = `?task=code&budget=${call + 1}`;
        return { query, ...(await world.signed(server, query, poor)) };
      }),
    );
    const [, sent] = await means();
    const answers = await Promise.all(payments.map(({ query, headers }) => world.ask(server, query, headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await means()).toEqual([expect.any(BigInt), sent + 1]);
  });
});
