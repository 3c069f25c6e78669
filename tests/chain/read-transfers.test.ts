import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createChain, type Chain } from "@/lib/chain/chain";
import { readTransfers } from "@/lib/chain/read-transfers";
import { findAnvil, NO_ANVIL } from "../support/anvil";
import { CHAIN_ID, startChain, USDC, type TestChain } from "../support/chain";

if (!findAnvil()) process.stdout.write(`SKIPPED: ${NO_ANVIL}\n`);

describe.skipIf(!findAnvil())("reading the transfers of a transaction", () => {
  let local: TestChain;
  let chain: Chain;
  beforeAll(async () => {
    local = await startChain();
    chain = createChain({ chainId: CHAIN_ID, rpcUrls: [local.url], usdc: USDC, payTo: local.payTo });
  });
  afterAll(() => local?.stop());

  test("a transfer counts once its block is sealed, not before", async () => {
    const hash = await local.transfer(local.buyers[0], 20_000n);
    expect(await readTransfers(chain, hash)).toEqual({ state: "pending" });
    await local.mine();
    const reading = await readTransfers(chain, hash);
    expect(reading).toMatchObject({ state: "mined", safe: null, transfers: [{ from: local.buyers[0].address.toLowerCase(), units: 20_000n }] });
  });
});
