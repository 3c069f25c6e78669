import type { HDAccount } from "viem/accounts";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { X402Terms } from "@/lib/money/chain/x402-terms";
import { routing } from "@/lib/endpoints/premium/routing";
import { env } from "@/lib/config/env";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { CHAIN_ID, startChain, USDC, type TestChain } from "./chain";
import { EMPTIED, readEverything, storeOpusScores } from "../history/daily-world";
import { useTestDatabase } from "../stores/database";
import { noteSecrets } from "../leaks";
import { forgetPrepared, request, type Answer } from "../server/request";
import { startRpcProxy, type RpcProxy } from "./rpc-proxy";

export const SITE = "https://data.example.org";

type Headers = Record<string, string>;

export const expensive = { ...routing, path: "/api/premium/dear", access: { kind: "premium", credits: 3 } } as unknown as AnyEndpoint;
export const failing = { ...routing, run: () => Promise.reject(new Error("the work failed")) } as unknown as AnyEndpoint;

export interface RailsWorld {
  local: TestChain;
  proxy: RpcProxy;
  db: Db;
  /** Replaces all data by data read at this time, to make it fresh or stale. */
  readData(at: Date): Promise<void>;
  ask(query: string, headers?: Headers, endpoint?: AnyEndpoint): Promise<Answer>;
  pay(from: HDAccount, units: bigint): Promise<string>;
  signedTx(from: HDAccount, hash: string, query: string, endpoint?: AnyEndpoint): Promise<Headers>;
  offered(query: string, endpoint?: AnyEndpoint): Promise<X402Terms>;
  close(): Promise<void>;
}

/** Makes this process sell calls on a local chain. Must run before the configuration is first read. */
export async function openRailsWorld(configuration: Record<string, string> = {}): Promise<RailsWorld> {
  const local = await startChain();
  const proxy = await startRpcProxy(local.url);
  Object.assign(process.env, {
    ...local.environment(),
    CHAIN_RPC_URLS: proxy.url,
    X402_SETTLER_KEY: local.settlerKey,
    PUBLIC_BASE_URL: SITE,
    USDC_ADDRESS: USDC,
    CHAIN_ID: String(CHAIN_ID),
    ...configuration,
  });
  noteSecrets(env());
  const database = await useTestDatabase();
  const { db } = database;
  const ask: RailsWorld["ask"] = (query, headers = {}, endpoint = routing) => request(endpoint, `${endpoint.path}${query}`, { headers });
  const world: RailsWorld = {
    local,
    proxy,
    db,
    ask,
    async readData(at) {
      forgetPrepared();
      await db.execute(sql.raw(`truncate ${EMPTIED}`));
      await readEverything(db, at);
      await storeOpusScores(db, { swe_bench: 80, human_eval: 95, mmlu_pro: 90 }, at);
    },
    async pay(from, units) {
      const hash = await local.transfer(from, units);
      await local.mine(7);
      return hash;
    },
    async signedTx(from, hash, query, endpoint) {
      const { body } = await ask(query, {}, endpoint);
      const message = (body.payment.per_call.sign.message as string).replace("{tx_hash}", hash);
      return { "X-Payment-Tx": hash, "X-Payment-Signature": await from.signMessage({ message }) };
    },
    async offered(query, endpoint) {
      const { headers, body } = await ask(query, {}, endpoint);
      const required = decodePaymentRequiredHeader(headers.get("payment-required") ?? "");
      return { resource: required.resource, v2: required.accepts[0], v1: body.accepts[0] } as X402Terms;
    },
    async close() {
      await proxy.stop();
      await database.close();
      await local.stop();
    },
  };
  await world.readData(new Date(Date.now() - 60_000));
  return world;
}
