import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createChain, requireChainId, type Chain } from "@/lib/money/chain/chain";
import { blockHashAt, chainHead } from "@/lib/money/chain/chain-head";
import { scanTransfers } from "@/lib/money/chain/scan-transfers";
import { CHAIN_ID, startChain, USDC, type TestChain } from "../../support/money/chain";
import { startRpcProxy, type RpcProxy } from "../../support/money/rpc-proxy";
import { lacksAnvil } from "../../support/lacks";

describe.skipIf(lacksAnvil())("scanning blocks for transfers", () => {
  let local: TestChain;
  let proxy: RpcProxy;
  let chain: Chain;
  let two: Chain;
  const of = (...rpcUrls: string[]) => createChain({ chainId: CHAIN_ID, rpcUrls, usdc: USDC, payTo: local.payTo });
  const hasty = () => createChain({ chainId: CHAIN_ID, rpcUrls: [local.url, proxy.url], usdc: USDC, payTo: local.payTo, timeoutMs: 500 });
  const head = () => local.client.getBlockNumber();
  beforeAll(async () => {
    local = await startChain();
    proxy = await startRpcProxy(local.url);
    [chain, two] = [of(proxy.url), of(local.url, proxy.url)];
  });
  beforeEach(() => proxy.behave({ kind: "pass" }));
  afterAll(async () => {
    await proxy?.stop();
    await local?.stop();
  });

  test("finds every transfer to us in order, with block and time, and nothing else", async () => {
    const from = (await head()) + 1n;
    const first = await local.transfer(local.buyers[0], 20_001n);
    await local.transfer(local.buyers[0], 5n, local.buyers[1].address);
    const many = await local.transferMany(local.buyers[1], [{ units: 1n }, { to: local.buyers[2].address, units: 2n }, { units: 3n }]);
    const to = await head();
    const scan = await scanTransfers(two, from, to);
    expect(scan.transfers.map(({ txHash, logIndex, units }) => [txHash, logIndex, units])).toEqual([
      [first, 0, 20_001n],
      [many, 0, 1n],
      [many, 2, 3n],
    ]);
    const block = await local.client.getBlock({ blockNumber: from });
    expect(scan.transfers[0]).toMatchObject({
      from: local.buyers[0].address.toLowerCase(),
      blockNumber: from,
      blockHash: block.hash,
      blockTime: new Date(Number(block.timestamp) * 1000),
    });
    expect(scan.toBlockHash).toBe((await local.client.getBlock({ blockNumber: to })).hash);
  });

  test("includes both ends of the range", async () => {
    const hash = await local.transfer(local.buyers[0], 7n);
    const at = await head();
    await local.mine(2);
    expect((await scanTransfers(chain, at, at)).transfers.map(({ txHash }) => txHash)).toEqual([hash]);
    expect((await scanTransfers(chain, at + 1n, at + 2n)).transfers).toEqual([]);
  });

  test("refuses a range that the chain has not reached", async () => {
    const to = (await head()) + 1n;
    await expect(scanTransfers(chain, to - 1n, to)).rejects.toThrow(expect.objectContaining({ fault: "moved" }));
  });

  test("splits a range that the endpoint refuses until it is complete", async () => {
    const from = (await head()) + 1n;
    const hashes: string[] = [];
    for (const units of [11n, 12n, 13n, 14n, 15n]) {
      hashes.push(await local.transfer(local.buyers[0], units));
      await local.mine(3);
    }
    const limited = await startRpcProxy(local.url);
    limited.refuseRangesOver(4n);
    const scan = await scanTransfers(of(limited.url), from, await head());
    expect(scan.transfers.map(({ txHash }) => txHash)).toEqual(hashes);
    await limited.stop();
  });

  test("throws a disagreement when one endpoint omits a transfer", async () => {
    const from = (await head()) + 1n;
    await local.transfer(local.buyers[0], 21n);
    await local.transfer(local.buyers[0], 22n);
    proxy.behave({ kind: "lie", alter: (_question, logs) => (logs as unknown[]).slice(1) }, "eth_getLogs");
    await expect(scanTransfers(two, from, await head())).rejects.toThrow(expect.objectContaining({ fault: "disagreement" }));
  });

  test("refuses logs of a reorganised block or from outside the range", async () => {
    const from = (await head()) + 1n;
    await local.transfer(local.buyers[0], 23n);
    for (const change of [{ blockHash: `0x${"56".repeat(32)}` }, { blockNumber: "0x1" }, { blockNumber: null }]) {
      proxy.behave({ kind: "lie", alter: (_question, logs) => (logs as object[]).map((log) => ({ ...log, ...change })) }, "eth_getLogs");
      await expect(scanTransfers(chain, from, await head())).rejects.toThrow(expect.objectContaining({ fault: "moved" }));
    }
  });

  const silent = [
    { kind: "cut" },
    { kind: "hang" },
    { kind: "status", status: 502 },
    { kind: "error", code: -32005, message: "limit exceeded" },
  ] as const;
  test.each(silent)("throws for an endpoint with %o instead of returning an empty scan", async (behaviour) => {
    const from = (await head()) + 1n;
    await local.transfer(local.buyers[0], 24n);
    const to = await head();
    for (const method of ["eth_getLogs", "eth_getBlockByNumber"]) {
      proxy.behave(behaviour, method);
      await expect(scanTransfers(hasty(), from, to)).rejects.toThrow(expect.objectContaining({ name: "ChainUnavailable" }));
    }
    proxy.behave({ kind: "pass" });
    expect((await scanTransfers(two, from, to)).transfers).toHaveLength(1);
  });

  test("shows a reorganisation in the block hash and drops its transfers", async () => {
    const from = (await head()) + 1n;
    await local.transfer(local.buyers[0], 25n);
    await local.mine();
    const before = await scanTransfers(two, from, from);
    await local.reorg(2);
    await local.mine(2);
    const after = await scanTransfers(two, from, from);
    expect([before.transfers.length, after.transfers.length]).toEqual([1, 0]);
    expect(after.toBlockHash).not.toBe(before.toBlockHash);
    expect(await blockHashAt(two, from)).toBe(after.toBlockHash);
  });

  test("takes the lower head of two endpoints", async () => {
    await local.mine(70);
    const latest = await head();
    const whole = await chainHead(two);
    expect([whole.latest.number, whole.safe.number, whole.finalized.number]).toEqual([latest, latest - 32n, latest - 64n]);
    const behind = { number: "0x3", hash: `0x${"99".repeat(32)}`, timestamp: "0x64000000" };
    proxy.behave({ kind: "lie", alter: ({ params }, block) => (params[0] === "safe" ? behind : block) }, "eth_getBlockByNumber");
    expect((await chainHead(two)).safe).toEqual({ number: 3n, hash: behind.hash, time: new Date(0x64000000 * 1000) });
  });

  test("returns a block hash that both endpoints agree on, null beyond the head, and throws when they differ", async () => {
    expect(await blockHashAt(two, 10n ** 9n)).toBeNull();
    proxy.behave(
      { kind: "lie", alter: (_question, block) => ({ ...(block as object), hash: `0x${"99".repeat(32)}` }) },
      "eth_getBlockByNumber",
    );
    await expect(blockHashAt(two, 3n)).rejects.toThrow(expect.objectContaining({ fault: "disagreement" }));
  });

  test("stops the start with one line for an endpoint of another chain, and sends it no other request", async () => {
    const other = createChain({ chainId: 10, rpcUrls: [proxy.url], usdc: USDC, payTo: local.payTo });
    await expect(requireChainId(other)).rejects.toThrow(/^CHAIN_RPC_URLS: endpoint 1 is not one of chain 10\./);
    await expect(scanTransfers(other, 1n, 1n)).rejects.toThrow(expect.objectContaining({ fault: "wrong_chain" }));
    expect(new Set(proxy.requestedMethods)).toEqual(new Set(["eth_chainId"]));
  });

  test("checks an endpoint before its first use when it was down at the start", async () => {
    const late = of(proxy.url);
    proxy.behave({ kind: "cut" });
    await expect(requireChainId(late)).rejects.toThrow(expect.objectContaining({ fault: "unreachable" }));
    proxy.behave({ kind: "lie", alter: () => "0x1" }, "eth_chainId");
    await expect(chainHead(late)).rejects.toThrow(expect.objectContaining({ fault: "wrong_chain" }));
    proxy.behave({ kind: "pass" });
    await expect(chainHead(late)).resolves.toBeDefined();
  });
});
