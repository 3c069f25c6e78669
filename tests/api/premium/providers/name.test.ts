import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providers } from "@/lib/catalogs/providers";
import { providerProfile } from "@/lib/endpoints/premium/providers/[name]";
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

const profile = (name: string) => premiumCall(database.db, providerProfile, {}, { name });

describe("uncharged refusals", () => {
  test.each([
    ["404 provider_not_found", "no-such-company", 404, "provider_not_found"],
    ["404 provider_not_found for punctuation only", "---", 404, "provider_not_found"],
    ["400 invalid_parameter for a name over 100 characters", "x".repeat(101), 400, "invalid_parameter"],
  ])("%s", async (_, name, status, error) => {
    expect(await refusalOf(database.db, providerProfile, {}, { name })).toEqual(refused(status, error));
  });

  test("names what a misspelt provider perhaps means", async () => {
    const { status, body } = await profile("antropic");
    expect([status, body.candidates, body.message]).toEqual([404, ["anthropic"], expect.stringContaining("perhaps anthropic was meant")]);
  });

  test("provider_not_found lists the providers and carries a signed receipt", async () => {
    const { body } = await profile("no-such-company");
    expect(body.available_providers).toEqual(providers.map(({ id }) => id).toSorted());
    expect(body).toMatchObject({ reason: expect.any(String), receipt: { credits_charged: 0, no_charge_reason: "caller_fault" } });
  });
});

describe("the answer", () => {
  test.each([
    ["id", "anthropic"],
    ["display name", "Anthropic"],
    ["case", "aNTHROPIC"],
    ["alias", "claude.ai"],
    ["punctuation", "Anthropic AI"],
  ])("finds a provider by its %s", async (_, name) => {
    expect((await profile(name)).body.provider.id).toBe("anthropic");
  });

  test.each([
    ["azure", "azure"],
    ["bedrock", "amazon-bedrock"],
    ["Z.AI", "zai"],
    ["hugging face", "huggingface"],
  ])("resolves %s to %s", async (name, id) => {
    expect((await profile(name)).body.provider.id).toBe(id);
  });

  test("gives a product without a status page its company's state", async () => {
    expect((await profile("google-vertex")).body).toMatchObject({
      models: [],
      status: { state: "operational", services: ["Google Gemini and Vertex AI"] },
      notes: ["No model listing of this provider is known."],
    });
  });

  test("answers a profile without a charge for a provider of which nothing is known", async () => {
    const { status, body, spent } = await profile("aider");
    expect([status, spent, body.billing.no_charge_reason]).toEqual([200, 0, "empty_result"]);
    expect(body).toMatchObject({
      status: { state: "unknown", last_checked: null, status_page_url: null, components: [] },
      models: [],
      recent_news_count: 0,
      agent_traffic_24h: 0,
    });
    expect(body.notes).toHaveLength(2);
  });

  test("answers a profile for every listed provider", async () => {
    for (const { id } of providers.filter((_, index) => index % 20 === 0)) expect((await profile(id)).status, id).toBe(200);
  });

  test("does not charge for status read 11 minutes ago, which is stale", async () => {
    forgetPrepared();
    await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
    await storePricedWorld(database.db, new Date(Date.now() - 11 * 60_000));
    const { body, spent } = await profile("anthropic");
    expect([spent, body.stale, body.billing.no_charge_reason]).toEqual([0, true, "stale_data"]);
  });
});

test("the ledger balances after all of these calls", async () => {
  expect(await faultsOfLedger(database.db)).toEqual([]);
});

test("says that the count of news is unknown where none was ever read", async () => {
  await database.db.execute(sql`delete from sources where dataset = 'news'`);
  await database.db.execute(sql`delete from articles`);
  forgetPrepared();
  const { body } = await profile("anthropic");
  expect([body.recent_news_count, body.notes]).toEqual([0, [expect.stringContaining("nothing is known")]]);
});
