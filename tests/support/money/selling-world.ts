import { decodePaymentRequiredHeader } from "@x402/core/http";
import type { HDAccount } from "viem/accounts";
import type { X402Terms } from "@/lib/money/chain/x402-terms";
import { startChain, type TestChain } from "./chain";
import { moneyWorld, type MoneyWorld } from "./money-world";
import { startRpcProxy, type RpcProxy } from "./rpc-proxy";
import { WORLD_DRIVER } from "../lacks";
import { ensureBuild, runScript, startServer, type TestServer } from "../server/server";
import { newAddress } from "../server/http-call";
import { signPayment, type SignedPayment } from "./x402-buyers";

type Headers = Record<string, string>;

export interface TextAnswer {
  status: number;
  text: string;
  retryAfter: string | null;
}

export interface SellingWorld extends MoneyWorld {
  chain: TestChain;
  proxy: RpcProxy;
  start(more?: Headers): Promise<TestServer>;
  ask(server: TestServer, query: string, headers?: Headers): Promise<TextAnswer>;
  /** With `from` the payer signs for that contract wallet. */
  signed(server: TestServer, query: string, payer: HDAccount, seconds?: number, from?: string): Promise<SignedPayment>;
  runJob(name: string, more?: readonly string[]): Promise<string>;
}

export async function sellingWorld(): Promise<SellingWorld> {
  await ensureBuild();
  const [chain, world] = await Promise.all([startChain(), moneyWorld(WORLD_DRIVER)]);
  const proxy = await startRpcProxy(chain.url);
  const variables = {
    ...world.variables,
    ...chain.environment(),
    CHAIN_RPC_URLS: proxy.url,
    X402_SETTLER_KEY: chain.settlerKey,
    PUBLIC_BASE_URL: "https://data.example.org",
  };
  const fetchCall = (server: TestServer, query: string, headers: Headers = {}) =>
    fetch(`${server.baseUrl}/api/premium/routing${query}`, { headers: { "x-forwarded-for": newAddress(), ...headers } });
  return {
    ...world,
    variables,
    chain,
    proxy,
    start: (more = {}) => startServer({ ...variables, ...more }),
    async ask(server, query, headers) {
      const answer = await fetchCall(server, query, headers);
      return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get("retry-after") };
    },
    async signed(server, query, payer, seconds = 180, from = payer.address) {
      const { resource, accepts } = decodePaymentRequiredHeader((await fetchCall(server, query)).headers.get("payment-required") ?? "");
      const validBefore = String(Math.floor(Date.now() / 1000) + seconds);
      return signPayment(payer, { resource, v2: accepts[0], v1: null } as X402Terms, 2, { authorization: { validBefore, from } });
    },
    runJob: (name, more = []) => runScript("lib/server/cli/jobs-cli.ts", variables, ["run", name, ...more]),
    async close() {
      await proxy.stop();
      await chain.stop();
      await world.close();
    },
  };
}
