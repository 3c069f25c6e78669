import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agents } from "@/lib/catalogs/agents-directory";
import { premiumAgentsDirectory } from "@/lib/endpoints/premium/agents/directory";
import { EMPTIED } from "../../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { faultsOfLedger } from "../../../support/money/money";
import { premiumCall, refusalOf, refused } from "../../../support/money/premium-call";
import { storePricedWorld } from "../../../support/models/priced-world";
import { forgetPrepared } from "../../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  await storePricedWorld(database.db, new Date(Date.now() - 60_000));
});
afterAll(() => database.close());

const directory = (query: Record<string, string> = {}) => premiumCall(database.db, premiumAgentsDirectory, query);

interface AgentRow {
  id: string;
  name: string;
  providerId: string | null;
  category: string;
  openSource: boolean;
  live_status: string;
  trending_score: number;
}

test.each([
  ["400 invalid_parameter for an unknown category", { category: "cooking" }],
  ["400 invalid_parameter for an unknown state", { status: "asleep" }],
  ["400 invalid_parameter for an unknown order", { sort: "random" }],
  ["400 invalid_parameter for an unknown capability", { capability: "juggling" }],
  ["400 invalid_parameter for a limit of 0", { limit: "0" }],
  ["400 invalid_parameter for a limit of 101", { limit: "101" }],
  ["400 invalid_parameter for a boolean that is neither true nor false", { open_source: "maybe" }],
])("%s costs nothing", async (_, query) => {
  expect(await refusalOf(database.db, premiumAgentsDirectory, query as unknown as Record<string, string>)).toEqual(
    refused(400, "invalid_parameter"),
  );
});

describe("the answer", () => {
  test("golden: an agent of Anthropic: 3 × 2 articles + at most 30 of 41 hits + 10 operational = 46; the flagship costs (5 + 25) / 2 = 15, the cheapest (1 + 5) / 2 = 3", async () => {
    const { status, body, spent } = await directory({ limit: "100" });
    expect([status, spent, body.total, body.returned, body.sort]).toEqual([200, 1, agents.length, 100, "trending"]);
    const code = body.agents.find(({ id }: AgentRow) => id === "claude-code");
    expect(code).toMatchObject({
      ...agents.find(({ id }) => id === "claude-code"),
      live_status: "operational",
      recent_news_count: 2,
      agent_traffic_24h: 41,
      models_count: 2,
      flagship_pricing: { id: "claude-opus-4-5", name: "Claude Opus 4.5", input: 5, output: 25, blended: 15 },
      cheapest_pricing: { id: "claude-haiku-5", name: "Claude Haiku 5", input: 1, output: 5, blended: 3 },
      trending_score: 46,
    });
  });

  test("answers fifty by default, the most trending first and ties by name", async () => {
    const { agents: shown } = (await directory()).body as { agents: AgentRow[] };
    const scores = shown.map(({ trending_score }) => trending_score);
    expect([shown.length, scores]).toEqual([50, scores.toSorted((a, b) => b - a)]);
    const top = shown.filter(({ trending_score }) => trending_score === scores[0]).map(({ name }) => name.toLowerCase());
    expect(top).toEqual(top.toSorted());
  });

  test("has null news, not 0, for a provider outside the twelve", async () => {
    const { agents: shown } = (await directory({ limit: "100", sort: "alphabetical" })).body;
    const other = shown.find(({ providerId }: AgentRow) => providerId === "aider");
    expect(other).toMatchObject({
      recent_news_count: null,
      live_status: "unknown",
      flagship_pricing: null,
      cheapest_pricing: null,
      models_count: 0,
      trending_score: 6,
    });
  });

  test("filters by every parameter, and charges for an empty result", async () => {
    const coding = (await directory({ category: "coding", open_source: "true", limit: "100" })).body;
    expect(coding.total).toBe(agents.filter(({ category, openSource }) => category === "coding" && openSource).length);
    expect(coding.agents.every(({ category, openSource }: AgentRow) => category === "coding" && openSource)).toBe(true);
    expect((await directory({ open_source: "false" })).body.total).toBe(agents.length);
    const able = (await directory({ capability: "code" })).body.agents;
    expect([...new Set(able.map(({ providerId }: AgentRow) => providerId))]).toEqual(["openai"]);
    const none = await directory({ status: "down" });
    expect([none.spent, none.body.total, none.body.agents]).toEqual([1, 0, []]);
    expect(
      (await directory({ status: "operational", limit: "100" })).body.agents.every(
        ({ live_status }: AgentRow) => live_status === "operational",
      ),
    ).toBe(true);
  });

  test("does not charge for status read 11 minutes ago, which is stale", async () => {
    forgetPrepared();
    await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
    await storePricedWorld(database.db, new Date(Date.now() - 11 * 60_000));
    const { body, spent } = await directory();
    expect([spent, body.stale, body.billing.no_charge_reason]).toEqual([0, true, "stale_data"]);
  });
});

test("the ledger balances after all of these calls", async () => {
  expect(await faultsOfLedger(database.db)).toEqual([]);
});
