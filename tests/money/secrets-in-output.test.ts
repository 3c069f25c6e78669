import { setTimeout as delay } from "node:timers/promises";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { X402Terms } from "@/lib/chain/x402-terms";
import { findAnvil, NO_ANVIL } from "../support/anvil";
import { startChain, type TestChain } from "../support/chain";
import { leakIn } from "../support/leaks";
import { moneyWorld, type MoneyWorld } from "../support/money-world";
import { startRpcProxy, type Behaviour, type RpcProxy } from "../support/rpc-proxy";
import { ensureBuild, startServer } from "../support/server";
import { signPayment } from "../support/x402-buyers";

if (!findAnvil()) process.stdout.write(`SKIPPED: ${NO_ANVIL}\n`);

const target = "/api/premium/routing?task=code";

describe.skipIf(!findAnvil())("what the server prints while its chain's endpoint fails", () => {
  let chain: TestChain;
  let proxy: RpcProxy;
  let world: MoneyWorld;
  beforeAll(async () => {
    await ensureBuild();
    [chain, world] = await Promise.all([startChain(), moneyWorld("pglite")]);
    proxy = await startRpcProxy(chain.url);
  }, 600_000);
  afterAll(async () => {
    await proxy?.stop();
    await chain?.stop();
    await world?.close();
  });

  const FAULTS: readonly [string, Behaviour, string?][] = [
    ["is down", { kind: "cut" }],
    ["is down for calls", { kind: "cut" }, "eth_call"],
    ["refuses to estimate", { kind: "status", status: 500 }, "eth_estimateGas"],
    ["refuses to send", { kind: "error", code: -32000, message: "not now" }, "eth_sendRawTransaction"],
    ["knows no code", { kind: "cut" }, "eth_getCode"],
  ];

  test.each(["on", "off"])("holds neither the endpoint's key nor the settler's, with FRONT=%s", { timeout: 300_000 }, async (FRONT) => {
    const server = await startServer({ ...world.variables, ...chain.environment(), FRONT, CHAIN_RPC_URLS: proxy.url, X402_SETTLER_KEY: chain.settlerKey, PUBLIC_BASE_URL: "https://data.example.org" });
    const url = `${server.baseUrl}${target}`;
    const required = decodePaymentRequiredHeader((await fetch(url)).headers.get("payment-required") ?? "");
    const terms = { resource: required.resource, v2: required.accepts[0], v1: null } as X402Terms;
    for (const [, behaviour, method] of FAULTS) {
      proxy.behave(behaviour, method);
      const { headers } = await signPayment(chain.buyers[0], terms, 2);
      expect((await fetch(url, { headers })).status).toBeGreaterThanOrEqual(402);
    }
    proxy.behave({ kind: "pass" });
    await delay(500);
    process.stdout.write(server.output());
    expect(leakIn(server.output())).toBeNull();
    expect(await server.stop()).toBe(0);
  });
});
