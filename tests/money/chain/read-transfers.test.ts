import { pad, type Hex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createChain, type Chain } from "@/lib/money/chain/chain";
import { readTransfers } from "@/lib/money/chain/read-transfers";
import { isConfirmed } from "@/lib/domain/money/confirmations";
import { CHAIN_ID, startChain, USDC, type TestChain } from "../../support/money/chain";
import { startRpcProxy, type RpcProxy } from "../../support/money/rpc-proxy";
import { lacksAnvil } from "../../support/lacks";

type Receipt = { blockNumber: Hex; blockHash: Hex; logs: Record<string, unknown>[] } & Record<string, unknown>;

describe.skipIf(lacksAnvil())("reading the transfers of a transaction", () => {
  let local: TestChain;
  let proxy: RpcProxy;
  let chain: Chain;
  let liedTo: Chain;
  let two: Chain;
  let hasty: Chain;
  let hastyTwo: Chain;
  beforeAll(async () => {
    local = await startChain();
    proxy = await startRpcProxy(local.url);
    const of = (rpcUrls: string[], timeoutMs?: number) =>
      createChain({ chainId: CHAIN_ID, rpcUrls, usdc: USDC, payTo: local.payTo, timeoutMs });
    [chain, liedTo, two] = [of([local.url]), of([proxy.url]), of([local.url, proxy.url])];
    [hasty, hastyTwo] = [of([proxy.url], 500), of([local.url, proxy.url], 500)];
  });
  beforeEach(() => proxy.behave({ kind: "pass" }));
  afterAll(async () => {
    await proxy?.stop();
    await local?.stop();
  });

  const paid = async (units: bigint, from = local.buyers[0]) => {
    const hash = await local.transfer(from, units);
    await local.mine();
    return hash;
  };
  const alterReceipt = (alter: (receipt: Receipt) => void) =>
    proxy.behave(
      { kind: "lie", alter: (_question, result) => (result ? (alter(result as Receipt), result) : result) },
      "eth_getTransactionReceipt",
    );

  test("counts a transfer only once its block is sealed", async () => {
    const hash = await local.transfer(local.buyers[0], 20_000n);
    expect(await readTransfers(chain, hash)).toEqual({ state: "pending" });
    await local.mine();
    const block = await local.client.getBlock({ blockNumber: (await local.client.getBlockNumber()) - 1n });
    expect(await readTransfers(chain, hash.toUpperCase().replace("0X", "0x"))).toEqual({
      state: "mined",
      blockNumber: block.number,
      blockHash: block.hash,
      blockTime: new Date(Number(block.timestamp) * 1000),
      head: block.number + 1n,
      safe: null,
      transfers: [{ logIndex: 0, from: local.buyers[0].address.toLowerCase(), units: 20_000n }],
      authorizations: [],
    });
  });

  test("reports unknown and unmined transactions as pending", async () => {
    expect(await readTransfers(chain, `0x${"ab".repeat(32)}`)).toEqual({ state: "pending" });
    await local.setAutomine(false);
    const hash = await local.transfer(local.buyers[0], 20_000n);
    expect(await readTransfers(two, hash)).toEqual({ state: "pending" });
    await local.setAutomine(true);
    await local.mine(2);
    expect(await readTransfers(two, hash)).toMatchObject({ state: "mined" });
  });

  test("reports a failed transaction without transfers", async () => {
    await local.setAutomine(false);
    const [buyer] = local.buyers;
    const data = local.contracts.TestUSDC.abi;
    const hash = await local.client.writeContract({
      account: buyer,
      address: USDC,
      abi: data,
      functionName: "transfer",
      args: [local.payTo, 10n ** 18n],
      gas: 100_000n,
    });
    await local.mine(2);
    await local.setAutomine(true);
    expect(await readTransfers(two, hash)).toMatchObject({ state: "failed", transfers: [] });
  });

  test("returns each transfer to us in one transaction, and no other", async () => {
    const hash = await local.transferMany(local.buyers[1], [
      { units: 20_001n },
      { to: local.buyers[2].address, units: 5n },
      { units: 20_002n },
      { units: 0n },
      { units: 20_001n },
    ]);
    await local.mine();
    const reading = await readTransfers(two, hash);
    expect(reading.state === "mined" && reading.transfers.map(({ logIndex, units }) => [logIndex, units])).toEqual([
      [0, 20_001n],
      [2, 20_002n],
      [4, 20_001n],
    ]);
  });

  test("takes the owner of the moved money as payer, not the transaction's sender", async () => {
    const wallet = await local.deployWallet(local.buyers[0].address);
    await local.mint(wallet, 1_000_000n);
    const { encodeFunctionData } = await import("viem");
    const transfer = encodeFunctionData({ abi: local.contracts.TestUSDC.abi, functionName: "transfer", args: [local.payTo, 40_000n] });
    const hash = await local.call(local.buyers[0], { address: wallet, name: "SmartWallet" }, "run", [USDC, transfer]);
    await local.mine();
    expect(await readTransfers(chain, hash)).toMatchObject({ transfers: [{ from: wallet.toLowerCase(), units: 40_000n }] });
  });

  test("ignores another token contract, whatever its name", async () => {
    const other = await local.deploy("TestUSDC");
    await local.call(local.buyers[0], { address: other, name: "TestUSDC" }, "mint", [local.buyers[0].address, 10n ** 9n]);
    const hash = await local.call(local.buyers[0], { address: other, name: "TestUSDC" }, "transfer", [local.payTo, 10n ** 6n]);
    await local.mine();
    expect(await readTransfers(two, hash)).toMatchObject({ state: "mined", transfers: [] });
  });

  test("ignores minted money and our own transfers, which have no payer", async () => {
    const minted = await local.mint(local.payTo, 20_000n);
    await local.mine();
    expect(await readTransfers(chain, minted)).toMatchObject({ state: "mined", transfers: [] });
    const hash = await paid(20_000n);
    alterReceipt((receipt) => receipt.logs.forEach((log) => ((log.topics as Hex[])[1] = pad(local.payTo.toLowerCase() as Hex))));
    expect(await readTransfers(liedTo, hash)).toMatchObject({ state: "mined", transfers: [] });
  });

  test.each([
    ["withdrawn", { removed: true }],
    ["with data of another length", { data: `0x${"00".repeat(31)}` }],
    ["with data of two words", { data: `0x${"01".repeat(64)}` }],
    ["of another block", { blockHash: `0x${"12".repeat(32)}` }],
    ["of another transaction", { transactionHash: `0x${"12".repeat(32)}` }],
  ])("ignores a log %s", async (_what, change) => {
    const hash = await paid(20_000n);
    alterReceipt((receipt) => receipt.logs.forEach((log) => Object.assign(log, change)));
    expect(await readTransfers(liedTo, hash)).toMatchObject({ state: "mined", transfers: [] });
  });

  test("reports a receipt from a reorganised block as pending", async () => {
    const hash = await paid(20_000n);
    alterReceipt((receipt) => {
      receipt.blockHash = `0x${"34".repeat(32)}`;
      receipt.logs.forEach((log) => (log.blockHash = receipt.blockHash));
    });
    expect(await readTransfers(liedTo, hash)).toEqual({ state: "pending" });
  });

  test("reports a transfer as pending again after a reorganisation", async () => {
    const hash = await local.transfer(local.buyers[3], 20_000n);
    await local.mine(2);
    expect(await readTransfers(two, hash)).toMatchObject({ state: "mined" });
    await local.reorg(4);
    expect(await readTransfers(two, hash)).toEqual({ state: "pending" });
  });

  test("confirms more than fifty dollars only in a safe block", async () => {
    const hash = await paid(60_000_000n);
    const early = await readTransfers(two, hash);
    if (early.state !== "mined") throw new Error(early.state);
    expect(early.safe).not.toBeNull();
    expect(isConfirmed(early.blockNumber, 60_000_000n, { latest: early.head, safe: early.safe })).toBe(false);
    await local.mine(40);
    const late = await readTransfers(two, hash);
    if (late.state !== "mined") throw new Error(late.state);
    expect(isConfirmed(late.blockNumber, 60_000_000n, { latest: late.head, safe: late.safe })).toBe(true);
  });

  const failures = [
    { kind: "cut" },
    { kind: "hang" },
    { kind: "status", status: 429 },
    { kind: "status", status: 200, body: "<html>" },
    { kind: "error", code: -32603, message: "internal" },
  ] as const;
  test.each(failures)("throws ChainUnavailable for an endpoint with %o, alone or as one of two", async (behaviour) => {
    const hash = await paid(20_000n);
    for (const method of ["eth_getTransactionReceipt", "eth_getBlockByNumber", "eth_blockNumber"]) {
      proxy.behave(behaviour, method);
      const unavailable = expect.objectContaining({ name: "ChainUnavailable" });
      await expect(readTransfers(hasty, hash)).rejects.toThrow(unavailable);
      await expect(readTransfers(hastyTwo, hash)).rejects.toThrow(unavailable);
    }
  });

  test.each([
    ["another amount", (receipt: Receipt) => receipt.logs.forEach((log) => (log.data = pad("0x989680")))],
    ["another payer", (receipt: Receipt) => receipt.logs.forEach((log) => ((log.topics as Hex[])[1] = pad("0x1234")))],
    ["a failure", (receipt: Receipt) => Object.assign(receipt, { status: "0x0" })],
    ["no transfer", (receipt: Receipt) => Object.assign(receipt, { logs: [] })],
  ])("throws a disagreement when one of two endpoints reports %s", async (_what, alter) => {
    const hash = await paid(20_000n);
    alterReceipt(alter);
    await expect(readTransfers(two, hash)).rejects.toThrow(expect.objectContaining({ fault: "disagreement" }));
  });

  test("throws a disagreement when an endpoint at the same height does not know the payment, and waits for a lagging one", async () => {
    const hash = await paid(20_000n);
    proxy.behave({ kind: "lie", alter: () => null }, "eth_getTransactionReceipt");
    await expect(readTransfers(two, hash)).rejects.toThrow(expect.objectContaining({ fault: "disagreement" }));
    proxy.behave({
      kind: "lie",
      alter: ({ method }, result) => (method === "eth_getTransactionReceipt" ? null : method === "eth_blockNumber" ? "0x1" : result),
    });
    expect(await readTransfers(two, hash)).toEqual({ state: "pending" });
  });

  test("uses the lower head of two endpoints", async () => {
    const hash = await paid(20_000n);
    await local.mine(10);
    const reading = await readTransfers(chain, hash);
    if (reading.state !== "mined") throw new Error(reading.state);
    proxy.behave({ kind: "lie", alter: () => `0x${(reading.blockNumber + 2n).toString(16)}` }, "eth_blockNumber");
    expect(await readTransfers(two, hash)).toMatchObject({ head: reading.blockNumber + 2n });
  });

  test.each([
    ["null logs", { logs: null }],
    ["a status of its own", { status: "0x2" }],
    ["a number that is none", { blockNumber: "12" }],
    ["another transaction's hash", { transactionHash: `0x${"77".repeat(32)}` }],
  ])("refuses a receipt with %s as malformed", async (_what, change) => {
    const hash = await paid(20_000n);
    alterReceipt((receipt) => Object.assign(receipt, change));
    await expect(readTransfers(liedTo, hash)).rejects.toThrow(expect.objectContaining({ fault: "malformed" }));
  });

  test("sends no request for an invalid hash", async () => {
    await expect(readTransfers(liedTo, "0x12")).rejects.toThrow("invalid_format");
    expect(proxy.requestedMethods).toEqual([]);
  });
});
