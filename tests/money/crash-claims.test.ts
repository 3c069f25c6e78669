import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { rowsOf, type Db } from "@/db/client";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import type { X402Terms } from "@/lib/money/chain/x402-terms";
import { startChain, type TestChain } from "../support/money/chain";
import { faultsOfLedger } from "../support/money/money";
import { createPostgresDatabase } from "../support/stores/drivers";
import { readEverything, storeOpusScores } from "../support/history/daily-world";
import { refuseLeaks } from "../support/leaks";
import { runScript } from "../support/server/server";
import { signPayment } from "../support/money/x402-buyers";
import { lacksAnvil } from "../support/lacks";

type Headers = Record<string, string>;
interface CallAnswer {
  status: number;
  headers: Headers;
  text: string;
}

const STEPS = ["claim:verified", "claim:claimed", "call:computed", "claim:settled", "call:captured"] as const;
const target = "/api/premium/routing?task=code";

describe.skipIf(lacksAnvil())("a process that is killed while one call is being paid", () => {
  let chain: TestChain;
  let connection: Connection;
  let db: Db;
  let variables: Headers;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const [started, database] = await Promise.all([startChain(), createPostgresDatabase()]);
    [chain, drop] = [started, database.drop];
    connection = await openConnection({ driver: "pg", url: database.url }, "");
    db = dbOf(connection);
    const readAt = new Date();
    await readEverything(db, readAt);
    await storeOpusScores(db, { swe_bench: 80, human_eval: 95, mmlu_pro: 90 }, readAt);
    variables = {
      ...chain.environment(),
      DATABASE_URL: database.url,
      X402_SETTLER_KEY: chain.settlerKey,
      PUBLIC_BASE_URL: "https://data.example.org",
      RECEIPT_SIGNING_KEY: Buffer.alloc(32, 7).toString("base64url"),
    };
  });
  afterAll(async () => {
    await chain?.stop();
    if (db) await refuseLeaks(db);
    await connection?.close();
    await drop?.();
  });

  const run = (headers: Headers, more: Headers = {}) =>
    runScript("tests/support/server/one-call.ts", { ...variables, ...more }, [
      ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}=${value}`]),
      target,
    ]);
  const ask = async (headers: Headers): Promise<CallAnswer> =>
    JSON.parse((await run(headers)).trim().split("\n").at(-1) ?? "") as CallAnswer;
  const endLeases = async () => {
    await db.execute(sql`update claims set lease_until = now() - interval '1 second' where state = 'running'`);
    await db.execute(sql`update x402_authorizations set lease_until = now() - interval '1 second' where state in ('running', 'settling')`);
  };

  let paymentRequired: CallAnswer | undefined;
  const byHash = async (): Promise<Headers> => {
    const hash = await chain.transfer(chain.buyers[0], 20_000n);
    await chain.mine(2);
    return { "X-Payment-Tx": hash };
  };
  const bySignature = async (): Promise<Headers> => {
    paymentRequired ??= await ask({});
    const required = decodePaymentRequiredHeader(paymentRequired.headers["payment-required"] ?? "");
    return (await signPayment(chain.buyers[1], { resource: required.resource, v2: required.accepts[0], v1: null } as X402Terms, 2)).headers;
  };

  test.each([
    ...STEPS.map((step) => [step, "a hash", byHash] as const),
    ...STEPS.map((step) => [step, "a signed payment", bySignature] as const),
  ])("at %s, paid by %s, takes no money without an answer: the same payment gets one answer", async (step, _rail, pay) => {
    const headers = await pay();
    const before = await chain.balanceOf(chain.payTo);
    await expect(run(headers, { CRASH_AT: step })).rejects.toThrow("ended with null");
    expect(await faultsOfLedger(db)).toEqual([]);
    await endLeases();
    await chain.mine();
    const again = await ask(headers);
    const third = await ask(headers);
    expect([again.status, third.status, third.text]).toEqual([200, 200, again.text]);
    expect(JSON.parse(again.text)).toMatchObject({ billing: { credits_charged: 1, credits_remaining: 0 } });
    expect(await chain.balanceOf(chain.payTo)).toBe("X-Payment-Tx" in headers ? before : before + 20_000n);
    expect(await faultsOfLedger(db)).toEqual([]);
    expect(await rowsOf(db, sql`select id from holds where status = 'reserved'`)).toEqual([]);
  });
});
