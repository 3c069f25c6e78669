import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "@/db/connection";
import { listModels } from "@/db/queries/models/models";
import { listSnapshotDates } from "@/db/queries/history/history";
import { listCapturedListings, pricedSpanPages, SPANS_PAGE } from "@/db/queries/history/listing-history";
import { listScoresOn } from "@/db/queries/models/scores/score-history";
import { plantHistory } from "@/lib/server/seed/history/plant";
import { statusPages } from "@/lib/catalogs/status-pages";
import { endpoints } from "@/lib/endpoints";
import { historyCalls, type HistoryWorld } from "../../bench/history-calls.mjs";
import { inventedModels, THREE_YEARS } from "../../support/history/three-years";
import { allOf } from "../../support/server/all-pages";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { fundedToken } from "../../support/money/money";
import { forgetPrepared, request } from "../../support/server/request";
import { recordStatements, seqScansOf, usedIndexesOf, type Statement } from "../../support/stores/statement-plans";

/** Tables that grow every day or hour, and must never be read by a sequential scan. */
const GROWING = [
  "listing_spans",
  "score_spans",
  "snapshots",
  "attention_days",
  "status_days",
  "status_transitions",
  "incidents",
  "articles",
  "gpu_days",
  "status_snapshot_rows",
];

/** Answered from memory after the first call; only the payment reaches the database. */
const IN_MEMORY = new Set(["/api/premium/history/compare"]);

let database: TestDatabase;
let bearer: { Authorization: string };
let world: HistoryWorld;
let statements: Statement[];

const worldOf = async ({ db }: TestDatabase): Promise<HistoryWorld> => {
  const days = (await listSnapshotDates(db, "pricing")).toReversed();
  const models = (await listModels(db, { scope: "makers" }))
    .filter(({ inputPrice }) => inputPrice !== null)
    .map(({ providerId, modelId }) => `${providerId}/${modelId}`);
  const scored = (await listScoresOn(db, days.at(-366) as string)).map(({ benchmarkKey, benchmark }) => ({
    model: benchmarkKey,
    benchmark,
  }));
  return { models, scored, providers: statusPages.map(({ provider }) => provider), days };
};

beforeAll(async () => {
  database = await useTestDatabase();
  await plantHistory(database.db, { ...THREE_YEARS, invented: inventedModels(100) }, new Date());
  world = await worldOf(database);
  ({ bearer } = await fundedToken(database.db, 1000));
  statements = recordStatements(database.connection as Connection);
});
afterAll(() => database.close());

const served = historyCalls
  .filter(({ path }) => endpoints.some((endpoint) => endpoint.path === path))
  .map((call) => [call.name, call] as const);

describe.each(["as they are", "once the tables were analysed"])("plans of tables %s", (state) => {
  beforeAll(async () => {
    if (state !== "as they are") await database.db.execute("analyze");
    forgetPrepared();
  });

  test.each(served)("%s reads every growing table through an index", async (_, { path, queryOf }) => {
    const endpoint = endpoints.find((candidate) => candidate.path === path);
    if (!endpoint) throw new Error(`${path} is not served`);
    const target = (n: number) => `${path}?${new URLSearchParams(queryOf(n, world))}`;
    await request(endpoint, target(0), { headers: bearer });
    statements.length = 0;
    for (const n of [1, 2, 3]) expect((await request(endpoint, target(n), { headers: bearer })).status).toBe(200);
    const queries = statements.filter(({ text }) => /^\s*(select|with)/i.test(text) && GROWING.some((table) => text.includes(table)));
    expect(queries.length > 0, "queries the database").toBe(!IN_MEMORY.has(path));
    for (const statement of queries) {
      const scanned = (await seqScansOf(database.connection, statement)).filter((table) => GROWING.includes(table));
      expect(scanned, statement.text).toEqual([]);
      expect((await usedIndexesOf(database.connection, statement)).length, statement.text).toBeGreaterThan(0);
    }
  });

  test("reads the prices of all days page by page in key order", async () => {
    statements.length = 0;
    const spans = await allOf(pricedSpanPages(database.db));
    const pages = statements.splice(0);
    expect(spans.length).toBeGreaterThan(2 * SPANS_PAGE);
    expect(pages.length).toBeGreaterThan(spans.length / SPANS_PAGE);
    for (const page of pages) {
      expect([await seqScansOf(database.connection, page), await usedIndexesOf(database.connection, page)]).toEqual([
        [],
        [expect.stringMatching(/^listing_spans_.*(pk|pkey)$/)],
      ]);
    }
  });

  test("finds the names of all listings ever sold without a scan", async () => {
    statements.length = 0;
    const names = await listCapturedListings(database.db);
    expect(names.length).toBeGreaterThan(1000);
    for (const statement of statements.splice(0)) expect(await seqScansOf(database.connection, statement)).not.toContain("listing_spans");
  });
});
