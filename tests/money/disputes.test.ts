import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { startChain, type TestChain } from "../support/money/chain";
import { createPostgresDatabase } from "../support/stores/drivers";
import { refuseLeaks } from "../support/leaks";
import { faultsOfLedger } from "../support/money/money";
import { ensureBuild, runScript, startServer, type TestServer } from "../support/server/server";
import { lacksAnvil } from "../support/lacks";
import { inTier } from "../support/lacks";

const CONTACT = "help@data.example.org";

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what the server answers
  body: any;
}

describe.skipIf(lacksAnvil())("purchase disputes on two servers with one Postgres", () => {
  let chain: TestChain;
  let connection: Connection;
  let db: Db;
  let drop: () => Promise<void>;
  let variables: Record<string, string>;
  let servers: [TestServer, TestServer];
  beforeAll(async () => {
    await ensureBuild();
    const [started, database] = await Promise.all([startChain(), createPostgresDatabase()]);
    [chain, drop] = [started, database.drop];
    connection = await openConnection({ driver: "pg", url: database.url }, "");
    db = dbOf(connection);
    variables = {
      ...chain.environment(),
      DATABASE_URL: database.url,
      PUBLIC_BASE_URL: "https://data.example.org",
      OPERATOR_CONTACT: CONTACT,
      RECEIPT_SIGNING_KEY: Buffer.alloc(32, 7).toString("base64url"),
    };
    servers = [await startServer(variables), await startServer(variables)];
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.stop();
    await chain?.stop();
    if (db) await refuseLeaks(db);
    await connection?.close();
    await drop?.();
  });

  const call = async (server: 0 | 1, path: string, body?: unknown, token?: string): Promise<Answer> => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${servers[server].baseUrl}${path}`, {
      ...init,
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    });
    return { status: response.status, body: await response.json() };
  };
  const ledger = (...args: string[]): Promise<string> => runScript("lib/server/cli/ledger-cli.ts", variables, args);
  const balanceOf = async (token: string): Promise<number | undefined> =>
    (await call(0, "/api/payment/balance", undefined, token)).body.balance;
  const signed = async (txHash: string): Promise<string> =>
    chain.buyers[0].signMessage({ message: (await call(0, `/api/payment/claim-message?purpose=purchase&tx_hash=${txHash}`)).body.message });
  const claim = async (server: 0 | 1, txHash: string): Promise<Answer> =>
    call(server, "/api/payment/confirm", { tx_hash: txHash, signature: await signed(txHash) });

  /** The thief holds the memo of a quote that the victim's wallet paid. */
  const steal = async () => {
    const { body: quote } = await call(0, "/api/payment/buy-credits", { amount_usd: 5 });
    const txHash = await chain.transfer(chain.buyers[0], BigInt(quote.amount_base_units));
    await chain.mine(7);
    const { body: stolen } = await call(1, "/api/payment/confirm", { tx_hash: txHash, nonce: quote.memo });
    return { txHash, memo: quote.memo as string, thief: stolen.token as string };
  };

  test.each(inTier(["payer"] as const, ["payer", "memo"] as const))(
    "a stolen purchase is held, counted by health, listed, and resolved for the %s by the command line",
    async (party) => {
      const { txHash, memo, thief } = await steal();
      expect(await balanceOf(thief)).toBe(275);
      const refusal = await claim(0, txHash);
      expect(refusal).toMatchObject({
        status: 409,
        body: { error: "purchase_disputed", contact: CONTACT, credits_held: 275, message: expect.stringContaining(CONTACT) },
      });
      expect(await balanceOf(thief)).toBe(0);
      expect((await call(1, "/api/payment/confirm", { tx_hash: txHash, nonce: memo })).body).toMatchObject({
        error: "purchase_disputed",
        contact: CONTACT,
      });
      expect((await call(1, "/api/health")).body.ledger.disputes).toBe(1);
      const [dispute] = refusal.body.disputes as number[];
      expect(await ledger("disputes")).toMatch(
        new RegExp(`^${dispute} +\\S+ +${txHash} +${chain.buyers[0].address.toLowerCase()} +\\d+ +275$`, "m"),
      );
      expect(await ledger("resolve", "--dispute", String(dispute), "--for", party, "--note", "both were heard")).toContain(
        `Dispute ${dispute} is resolved`,
      );
      await expect(ledger("resolve", "--dispute", String(dispute), "--for", "payer", "--note", "once more")).rejects.toThrow(
        "was resolved before",
      );
      expect((await call(0, "/api/health")).body.ledger.disputes).toBe(0);
      const { status, body } = await claim(1, txHash);
      const seen =
        party === "payer" ? [status, await balanceOf(body.token), await balanceOf(thief)] : [status, body.reason, await balanceOf(thief)];
      expect(seen).toEqual(party === "payer" ? [200, 275, 0] : [409, "dispute_resolved", 275]);
      expect([await ledger("verify"), await faultsOfLedger(db)]).toEqual([expect.stringContaining("The books balance."), []]);
    },
  );

  test("limits one address to twenty reserved amounts across two servers, even after expiry, and refuses amounts finer than a cent", async () => {
    await db.execute(sql`truncate quote_places`);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => call((index % 2) as 0 | 1, "/api/payment/buy-credits", { amount_usd: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error)).toEqual(
      Array.from({ length: 10 }, () => "too_many_open_quotes"),
    );
    await db.execute(sql`update quotes set created_at = created_at - interval '2 hours', expires_at = expires_at - interval '2 hours'`);
    await db.execute(sql`update quote_places set free_at = free_at - interval '2 hours'`);
    expect((await call(1, "/api/payment/buy-credits", { amount_usd: 1 })).body.error).toBe("too_many_open_quotes");
    await db.execute(sql`update quote_places set free_at = free_at - interval '23 hours'`);
    expect((await call(1, "/api/payment/buy-credits", { amount_usd: 1 })).status).toBe(200);
    expect(await call(0, "/api/payment/buy-credits", { amount_usd: 4.995 })).toMatchObject({
      status: 400,
      body: { error: "invalid_amount", message: expect.stringContaining("at most two decimals") },
    });
  });
});
