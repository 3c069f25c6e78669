import { decodePaymentResponseHeader } from "@x402/core/http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { startChain, type TestChain } from "../support/money/chain";
import { readEverything, storeOpusScores } from "../support/history/daily-world";
import { createPostgresDatabase } from "../support/stores/drivers";
import { refuseLeaks } from "../support/leaks";
import { faultsOfLedger, fundedToken } from "../support/money/money";
import { ensureBuild, startServer, type TestServer } from "../support/server/server";
import { buyerOfVersion1, buyerOfVersion2 } from "../support/money/x402-buyers";
import { lacksAnvil } from "../support/lacks";

const target = "/api/premium/routing?task=code";

describe.skipIf(lacksAnvil())("the production server with every kind of client", () => {
  let chain: TestChain;
  let connection: Connection;
  let db: Db;
  let drop: () => Promise<void>;
  let servers: [TestServer, TestServer];
  beforeAll(async () => {
    await ensureBuild();
    const [started, database] = await Promise.all([startChain(), createPostgresDatabase()]);
    [chain, drop] = [started, database.drop];
    connection = await openConnection({ driver: "pg", url: database.url }, "");
    db = dbOf(connection);
    const readAt = new Date();
    await readEverything(db, readAt);
    await storeOpusScores(db, { swe_bench: 80, human_eval: 95, mmlu_pro: 90 }, readAt);
    const variables = {
      ...chain.environment(),
      DATABASE_URL: database.url,
      X402_SETTLER_KEY: chain.settlerKey,
      PUBLIC_BASE_URL: "https://data.example.org",
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

  const url = (server: 0 | 1, more = "") => `${servers[server].baseUrl}${target}${more}`;
  const billing = { credits_charged: 1, credits_remaining: 0 };

  test.each([
    ["2", buyerOfVersion2, "payment-response"],
    ["1", buyerOfVersion1, "x-payment-response"],
  ] as const)("lets the published client of version %s read the 402, pay and get its 200", async (_version, buyerOf, header) => {
    const answer = await buyerOf(chain.buyers[0])(url(0, `&budget=${1000 + header.length}`));
    expect([answer.status, ((await answer.json()) as { billing: object }).billing]).toEqual([200, billing]);
    expect(decodePaymentResponseHeader(answer.headers.get(header) ?? "")).toMatchObject({ success: true, payer: chain.buyers[0].address });
  });

  test("serves a bearer token and a plain transaction hash", async () => {
    const { bearer } = await fundedToken(db, 1);
    const hash = await chain.transfer(chain.buyers[1], 20_000n);
    await chain.mine(2);
    const answers = [await fetch(url(0), { headers: bearer }), await fetch(url(1), { headers: { "X-Payment-Tx": hash } })];
    expect(
      await Promise.all(answers.map(async (answer) => [answer.status, ((await answer.json()) as { billing: object }).billing])),
    ).toEqual([
      [200, billing],
      [200, billing],
    ]);
  });

  test("two servers share one settler key: twenty concurrent clients each pay once, and one hash is answered once across both", async () => {
    const before = await chain.balanceOf(chain.payTo);
    const clients = [buyerOfVersion2(chain.buyers[0]), buyerOfVersion2(chain.buyers[1])] as const;
    const paid = await Promise.all(
      Array.from({ length: 20 }, (_, index) => clients[(index % 2) as 0 | 1](url((index % 2) as 0 | 1, `&budget=${1100 + index}`))),
    );
    expect(paid.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await chain.balanceOf(chain.payTo)).toBe(before + 400_000n);
    const hash = await chain.transfer(chain.buyers[2], 20_000n);
    await chain.mine(2);
    const raced = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        fetch(url((index % 2) as 0 | 1, `&budget=${1200 + index}`), { headers: { "X-Payment-Tx": hash } }),
      ),
    );
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await faultsOfLedger(db)).toEqual([]);
  });
});
