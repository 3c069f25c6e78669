import { encodeFunctionData, keccak256, pad, serializeErc6492Signature, toHex, type Hex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createChain, type Chain } from "@/lib/money/chain/chain";
import { isSignedBy } from "@/lib/money/chain/verify-claim";
import { CHAIN_ID, startChain, USDC, type TestChain } from "../../support/money/chain";
import { startRpcProxy, type RpcProxy } from "../../support/money/rpc-proxy";
import { lacksAnvil } from "../../support/lacks";

const TEXT = "I paid, and this is my claim.\nNonce: aed-0123456789abcdef";

describe.skipIf(lacksAnvil())("signatures of a claim by the payer's wallet", () => {
  let local: TestChain;
  let proxy: RpcProxy;
  let chain: Chain;
  let two: Chain;
  let hasty: Chain;
  let wallet: Hex;
  const sign = (by = local.buyers[0]) => by.signMessage({ message: TEXT });

  beforeAll(async () => {
    local = await startChain();
    proxy = await startRpcProxy(local.url);
    const of = (rpcUrls: string[], timeoutMs?: number) =>
      createChain({ chainId: CHAIN_ID, rpcUrls, usdc: USDC, payTo: local.payTo, timeoutMs });
    [chain, two, hasty] = [of([proxy.url]), of([local.url, proxy.url]), of([proxy.url], 500)];
    wallet = await local.deployWallet(local.buyers[0].address);
  });
  beforeEach(() => proxy.behave({ kind: "pass" }));
  afterAll(async () => {
    await proxy?.stop();
    await local?.stop();
  });

  test("verifies a key's signature without a chain request, for any spelling of its address", async () => {
    proxy.behave({ kind: "cut" });
    const { address } = local.buyers[0];
    expect(await isSignedBy(chain, address, TEXT, await sign())).toBe(true);
    expect(await isSignedBy(chain, address.toLowerCase(), TEXT, await sign())).toBe(true);
    expect(proxy.requestedMethods).toEqual([]);
  });

  test("refuses another key, another text and another wallet", async () => {
    const { address } = local.buyers[0];
    expect(await isSignedBy(chain, address, TEXT, await sign(local.buyers[1]))).toBe(false);
    expect(await isSignedBy(chain, address, `${TEXT} `, await sign())).toBe(false);
    expect(await isSignedBy(chain, local.buyers[1].address, TEXT, await sign())).toBe(false);
  });

  test.each(["", "0x", "0x12", "nonsense", `0x${"00".repeat(65)}`, `0x${"ff".repeat(65)}`, `0x${"ab".repeat(9000)}`])(
    "refuses %.20s… as a signature",
    async (signature) => {
      expect(await isSignedBy(chain, local.buyers[0].address, TEXT, signature)).toBe(false);
    },
  );

  test("verifies a contract wallet by ERC-1271", async () => {
    expect(await isSignedBy(chain, wallet, TEXT, await sign())).toBe(true);
    expect(await isSignedBy(two, wallet, TEXT, await sign())).toBe(true);
    expect(await isSignedBy(chain, wallet, TEXT, await sign(local.buyers[1]))).toBe(false);
    expect(await isSignedBy(chain, wallet, TEXT, "0x1234")).toBe(false);
  });

  test("verifies a wallet that is not deployed yet by ERC-6492", async () => {
    const factory = await local.deploy("WalletFactory");
    const { abi } = local.contracts.WalletFactory;
    const args = [local.buyers[0].address, pad(toHex(7))] as const;
    const address = (await local.client.readContract({ address: factory, abi, functionName: "addressOf", args })) as Hex;
    const wrap = (signature: Hex) =>
      serializeErc6492Signature({ address: factory, data: encodeFunctionData({ abi, functionName: "make", args }), signature });
    expect(await isSignedBy(chain, address, TEXT, wrap(await sign()))).toBe(true);
    expect(await isSignedBy(chain, address, TEXT, wrap(await sign(local.buyers[1])))).toBe(false);
    expect(await isSignedBy(chain, local.buyers[1].address, TEXT, wrap(await sign()))).toBe(false);
    expect(await local.client.getCode({ address })).toBeUndefined();
  });

  const silent = [
    { kind: "cut" },
    { kind: "hang" },
    { kind: "status", status: 503 },
    { kind: "status", status: 200, body: "<html>" },
    { kind: "error", code: -32016, message: "over rate limit" },
  ] as const;
  test.each(silent)("throws ChainUnavailable for an endpoint with %o instead of refusing the signature", async (behaviour) => {
    for (const method of ["eth_getCode", "eth_call", undefined]) {
      proxy.behave(behaviour, method);
      await expect(isSignedBy(hasty, wallet, TEXT, await sign())).rejects.toThrow(expect.objectContaining({ name: "ChainUnavailable" }));
    }
  });

  test("throws a disagreement when two endpoints contradict each other", async () => {
    proxy.behave({ kind: "lie", alter: () => pad("0x01") }, "eth_call");
    const thief = await sign(local.buyers[1]);
    await expect(isSignedBy(two, wallet, TEXT, thief)).rejects.toThrow(expect.objectContaining({ fault: "disagreement" }));
  });

  test("keeps the endpoint's URL and key out of the error", async () => {
    proxy.behave({ kind: "cut" });
    const error = await isSignedBy(chain, wallet, TEXT, keccak256("0x01").padEnd(132, "0")).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(`${error?.message}${error?.stack}${JSON.stringify(error)}${String(error?.cause)}`).not.toMatch(/rpc-key|127\.0\.0\.1/);
    expect(error).toMatchObject({ name: "ChainUnavailable", fault: "unreachable" });
  });
});
