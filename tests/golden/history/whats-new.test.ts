import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteModelListings } from "@/db/queries/models/models";
import { whatsNew } from "@/lib/endpoints/premium/whats-new";
import { statusPages } from "@/lib/catalogs/status-pages";
import { captureDay, daysAgo, minutesBefore, momentOf } from "../../support/history/captured-days";
import { hostedOpus, opus, readEverything, storeListings, unpriced } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { aListing } from "../../support/models/model-facts";
import { premiumCall, type PremiumAnswer } from "../../support/money/premium-call";
import { forgetPrepared } from "../../support/server/request";
import { everywhere, storeStates } from "../../support/status/status-polls";
import { anArticle, storeNews } from "../../support/news/stored-articles";

let database: TestDatabase;
let answer: PremiumAnswer;

const startedAt = Date.now();
const minutesAgo = (minutes: number): Date => new Date(startedAt - minutes * 60_000);
const slot = (minutes: number): Date => new Date(Math.floor(minutesAgo(minutes).getTime() / 120_000) * 120_000);
const renamed = (modelId: string) =>
  aListing({ providerId: "mistral", modelId, makerId: "mistral", name: "Same Model", inputPrice: 1, outputPrice: 3 });
const newcomer = aListing({
  providerId: "openai",
  modelId: "gpt-9",
  makerId: "openai",
  name: "GPT 9",
  inputPrice: 2,
  outputPrice: 8,
  tier: "flagship",
});

/**
 * Two days ago: Opus at 18/90, at a host too, and Llama 9 unpriced. Since then: Opus at 12/75, GPT 9 added, Llama 9 removed,
 * incidents and news.
 */
beforeAll(async () => {
  database = await useTestDatabase();
  const { db } = database;
  const readAt = minutesBefore(momentOf(daysAgo(2)), 1);
  await readEverything(db, readAt);
  await storeListings(
    db,
    [opus({ inputPrice: 18, outputPrice: 90 }), hostedOpus({ inputPrice: 18, outputPrice: 90 }), unpriced(), renamed("same-model")],
    readAt,
  );
  await captureDay(db, daysAgo(2));

  await storeListings(
    db,
    [opus({ inputPrice: 12, outputPrice: 75 }), hostedOpus({ inputPrice: 1, outputPrice: 2 }), newcomer, renamed("same-model")],
    minutesAgo(1),
  );
  await deleteModelListings(db, [{ providerId: "meta", modelKey: "llama-9" }]);
  await storeStates(db, minutesAgo(26 * 60), { mistral: "down" });
  await storeStates(db, minutesAgo(25 * 60), { mistral: "operational", cohere: "degraded" });
  await storeStates(db, minutesAgo(180), { anthropic: "down", cohere: "operational" });
  await storeStates(db, minutesAgo(120), { anthropic: "operational" });
  await storeStates(db, minutesAgo(60), { openai: "degraded" });
  await storeStates(db, minutesAgo(1), { ...everywhere("operational"), openai: "degraded" });
  const articles = [30, 90, 150, 23 * 60, 25 * 60].map((minutes) =>
    anArticle({ title: `Story of ${minutes} minutes ago`, publishedAt: minutesAgo(minutes) }),
  );
  await storeNews(db, articles, minutesAgo(1));
  forgetPrepared();
  answer = await premiumCall(db, whatsNew, { days: "1", news_limit: "3" });
});
afterAll(() => database.close());

test("a complete answer costs one credit and names its baseline", () => {
  const { status, body, spent } = answer;
  expect([status, spent]).toEqual([200, 1]);
  expect(body.window.days).toBe(1);
  expect(Date.parse(body.window.to) - Date.parse(body.window.from)).toBe(86_400_000);
  expect(body.pricing.baseline).toEqual({ date: daysAgo(2), taken_at: momentOf(daysAgo(2)).toISOString() });
  expect(body.notes).toEqual([]);
  expect(body.summary).toEqual({ total_pricing_changes: 1, new_models: 1, removed_models: 1, incidents: 3, news_articles: 3 });
});

test("18/90 to 12/75: −6 / 18 × 100 = −33.3333, −15 / 90 × 100 = −16.6667; the blended price that follows is no change of its own; a host's price is not a maker's", () => {
  const of = {
    model: "Claude Opus 4.5",
    model_id: "anthropic/claude-opus-4-5",
    provider: "Anthropic",
    status: "active",
    deprecationDate: null,
  };
  expect(answer.body.pricing.changes).toEqual([
    { ...of, field: "inputPrice", from: 18, to: 12, delta_pct: -33.3333 },
    { ...of, field: "outputPrice", from: 90, to: 75, delta_pct: -16.6667 },
  ]);
});

test("one model was added, one without a price was removed", () => {
  const active = { status: "active", deprecationDate: null };
  expect(answer.body.pricing.new_models).toEqual([
    { model: "GPT 9", model_id: "openai/gpt-9", provider: "OpenAI", ...active, input_per_1m: 2, output_per_1m: 8, tier: "flagship" },
  ]);
  expect(answer.body.pricing.removed_models).toEqual([{ model: "Llama 9", model_id: "meta/llama-9", provider: "Meta", ...active }]);
});

test("incidents: open ones first, one that ended within the window after 60 minutes, one that began before it, none that ended before it", () => {
  const { incidents } = answer.body.status;
  expect(
    incidents.map(({ provider, severity, resolved_at, duration_minutes }: Record<string, unknown>) => [
      provider,
      severity,
      resolved_at,
      duration_minutes,
    ]),
  ).toEqual([
    ["openai", "minor", null, null],
    ["anthropic", "major", expect.any(String), 60],
    ["cohere", "minor", expect.any(String), 22 * 60],
  ]);
  expect(incidents[1]).toMatchObject({ started_at: slot(180).toISOString(), resolved_at: slot(120).toISOString() });
});

test("one of all services is degraded, the others are operational", () => {
  const { currently_operational, currently_degraded, currently_down, currently_unknown } = answer.body.status;
  expect([currently_operational, currently_degraded, currently_down, currently_unknown]).toEqual([statusPages.length - 1, 1, 0, 0]);
});

test("shows the newest three of four articles in the window", () => {
  expect(answer.body.news.map(({ title }: { title: string }) => title)).toEqual(
    [30, 90, 150].map((minutes) => `Story of ${minutes} minutes ago`),
  );
});
