import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dbOf, openConnection } from "@/db/connection";
import { fundedToken } from "../support/money/money";
import { httpCall, type HttpAnswer } from "../support/server/http-call";
import { ensureBuild, startServer, type TestServer } from "../support/server/server";
import { startOwnPostgres, type OwnPostgres } from "../support/stores/own-postgres";

let folder: string;
let postgres: OwnPostgres;
let server: TestServer;
let bearer: Record<string, string>;

beforeAll(async () => {
  await ensureBuild();
  folder = mkdtempSync(join(tmpdir(), "hung-stores-"));
  postgres = await startOwnPostgres();
  server = await startServer({ DATA_DIR: folder, DATABASE_URL: postgres.url, TRUSTED_PROXY: "127.0.0.1" });
  const connection = await openConnection({ driver: "pg", url: postgres.url }, "");
  ({ bearer } = await fundedToken(dbOf(connection), 5));
  await connection.close();
});
afterAll(async () => {
  postgres.resume();
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (target: string, headers: Record<string, string> = {}): Promise<HttpAnswer> => httpCall(server.port, { target, headers });
const said = (words: string): number => server.output().split(words).length - 1;

/** Nobody knows the balance while the database is away: 0 would make an agent buy again. */
const UNKNOWN = { credits_charged: 0, credits_remaining: null };
const PAID = "/api/premium/routing?task=code";

test("while Postgres hangs: prepared answers and kept pages as they are, 503 for paid calls and previews; one line in the log", async () => {
  const [models, page] = [await ask("/api/models?limit=3"), await ask("/models")];
  await ask("/api/models?limit=3");
  expect([models.status, page.status]).toEqual([200, 200]);
  const balance = await ask("/api/payment/balance", bearer);
  const hungAt = performance.now();
  postgres.hang();
  const first = await Promise.all([ask("/api/models?limit=3"), ask("/models"), ask(PAID, bearer)]);
  expect(first.map(({ status }) => status)).toEqual([200, 200, 503]);
  for (let round = 0; round < 12; round++) {
    const [free, kept, paid, preview] = await Promise.all([
      ask("/api/models?limit=3"),
      ask("/models"),
      ask(PAID, bearer),
      ask("/api/preview/routing?task=code"),
    ]);
    expect([free.status, free.text === models.text, kept.status, kept.text === page.text]).toEqual([200, true, 200, true]);
    expect([paid.status, paid.headers["retry-after"], JSON.parse(paid.text).billing]).toEqual([503, "5", UNKNOWN]);
    expect([preview.status, preview.headers["retry-after"]]).toEqual([503, "5"]);
  }
  expect(said("the database does not answer")).toBe(1);
  // Calls fail by two causes, before it is known that the database is away and afterwards. Each has at most one line a second.
  expect(said("request failed")).toBeLessThanOrEqual(2 * (1 + (performance.now() - hungAt) / 1000));
  postgres.resume();
  await expect.poll(async () => (await ask(PAID, bearer)).status).toBe(200);
  expect(JSON.parse((await ask("/api/payment/balance", bearer)).text).balance).toBe(JSON.parse(balance.text).balance - 1);
  expect(said("the database answers again")).toBe(1);
});
