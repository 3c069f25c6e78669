import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteModelListings, saveModelAliases } from "@/db/queries/models/models";
import { seededRandom } from "@/lib/server/seed/rng";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { compareHistory } from "@/lib/endpoints/premium/history/compare";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import { captureListingsOn } from "../../support/models/captured-prices";
import { captureDay, daysAgo, minutesBefore, momentOf } from "../../support/history/captured-days";
import { EMPTIED, hostedOpus, opus, readEverything, storeListings, unpriced } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { aListing } from "../../support/models/model-facts";
import { fundedToken } from "../../support/money/money";
import { forgetPrepared, request } from "../../support/server/request";

let database: TestDatabase;
let bearer: { Authorization: string };
beforeAll(async () => {
  database = await useTestDatabase();
  ({ bearer } = await fundedToken(database.db, 1000));
});
afterAll(() => database.close());
beforeEach(async () => {
  forgetPrepared();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
});

const compare = (from: string, to: string, more = "") =>
  request(compareHistory, `/api/premium/history/compare?from=${from}&to=${to}${more}`, { headers: bearer });
const [early, late] = [daysAgo(9), daysAgo(2)];

const gpt = (over: Partial<ModelListing> = {}) =>
  aListing({ providerId: "openai", modelId: "gpt-5.5", makerId: "openai", name: "GPT-5.5", inputPrice: 5, outputPrice: 30, ...over });
const haiku = (over: Partial<ModelListing> = {}) =>
  opus({ modelId: "claude-haiku-4-5", name: "Claude Haiku 4.5", inputPrice: 1, outputPrice: 5, ...over });

/** A listing not stored again the next day still counts as sold; this ends it. */
const withdraw = (listing: ModelListing) =>
  deleteModelListings(database.db, [{ providerId: listing.providerId, modelKey: listing.modelId.toLowerCase() }]);

describe("prices of two days", () => {
  test("golden: 18 to 15 is −3 / 18 = −16.6667%, 90 stays; one added, one removed, one of three unchanged", async () => {
    const old = gpt({ modelId: "gpt-4", name: "GPT-4", inputPrice: 30, outputPrice: 60 });
    await captureListingsOn(database.db, early, [opus({ inputPrice: 18, outputPrice: 90 }), hostedOpus(), haiku(), old, unpriced()]);
    await withdraw(old);
    await captureListingsOn(database.db, late, [
      opus({ inputPrice: 15, outputPrice: 90 }),
      hostedOpus({ inputPrice: 4 }),
      haiku({ contextWindow: 1 }),
      gpt(),
      unpriced(),
    ]);
    const { status, body } = await compare(early, late);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      type: "pricing",
      from_date: early,
      to_date: late,
      added: [{ model: "GPT-5.5", model_id: "openai/gpt-5.5", provider: "OpenAI", inputPrice: 5, outputPrice: 30 }],
      removed: [{ model: "GPT-4", model_id: "openai/gpt-4", provider: "OpenAI", inputPrice: 30, outputPrice: 60 }],
      changed: [
        {
          model: "Claude Opus 4.5",
          model_id: "anthropic/claude-opus-4-5",
          provider: "Anthropic",
          field: "inputPrice",
          from: 18,
          to: 15,
          delta_pct: -16.6667,
        },
      ],
      unchanged_count: 1,
      freshness: { as_of: minutesBefore(momentOf(early), 1).toISOString(), sla_applies: false },
      billing: { credits_charged: 1 },
    });
  });

  test("golden: with a provider it compares the host's listings: 5 to 4 is −20%", async () => {
    await captureListingsOn(database.db, early, [opus(), hostedOpus()]);
    await captureListingsOn(database.db, late, [opus({ inputPrice: 9 }), hostedOpus({ inputPrice: 4 })]);
    for (const provider of ["amazon-bedrock", "bedrock", "Amazon%20Bedrock"]) {
      expect((await compare(early, late, `&provider=${provider}`)).body).toMatchObject({
        changed: [{ model_id: "amazon-bedrock/anthropic.claude-opus-4-5", field: "inputPrice", from: 5, to: 4, delta_pct: -20 }],
        unchanged_count: 0,
      });
    }
  });

  test("a model whose id changed is still the same: 5 to 6 is 20%, nothing added or removed", async () => {
    await captureListingsOn(database.db, early, [opus()]);
    await withdraw(opus());
    await saveModelAliases(database.db, [{ alias: "claude-opus-4-5", providerId: "anthropic", modelId: "opus-next" }]);
    const readAt = minutesBefore(momentOf(late), 1);
    await readEverything(database.db, readAt);
    await withdraw(opus());
    await storeListings(database.db, [opus({ modelId: "opus-next", name: "Opus Next", inputPrice: 6 })], readAt);
    await captureDay(database.db, late);
    expect((await compare(early, late)).body).toMatchObject({
      added: [],
      removed: [],
      changed: [{ model_id: "anthropic/opus-next", from: 5, to: 6, delta_pct: 20 }],
    });
  });

  test("a price that returned to its old value is unchanged, and so is a day compared with itself", async () => {
    await captureListingsOn(database.db, early, [opus(), haiku()]);
    await captureListingsOn(database.db, daysAgo(5), [opus({ inputPrice: 1 }), haiku()]);
    await captureListingsOn(database.db, late, [opus(), haiku()]);
    for (const [from, to] of [
      [early, late],
      [early, early],
    ] as const) {
      expect((await compare(from, to)).body).toMatchObject({ added: [], removed: [], changed: [], unchanged_count: 2 });
    }
    expect((await compare(early, daysAgo(5))).body).toMatchObject({ changed: [{ from: 5, to: 1, delta_pct: -80 }], unchanged_count: 1 });
  });
});

test("a day captured after the first request is included in the next one, for prices and scores", async () => {
  await captureListingsOn(database.db, early, [opus(), haiku()]);
  await captureListingsOn(database.db, daysAgo(5), [opus({ inputPrice: 4 }), haiku()]);
  expect((await compare(early, daysAgo(5))).body).toMatchObject({ changed: [{ from: 5, to: 4 }], unchanged_count: 1 });
  expect((await compare(early, daysAgo(5), "&type=benchmarks")).body).toMatchObject({ changed: [], unchanged_count: 1 });
  await captureListingsOn(database.db, late, [opus({ inputPrice: 3 }), haiku()], { swe_bench: 75 });
  await expect
    .poll(async () => (await compare(early, late)).body, { timeout: 5000 })
    .toMatchObject({ changed: [{ from: 5, to: 3 }], unchanged_count: 1 });
  expect((await compare(early, late, "&type=benchmarks")).body).toMatchObject({ changed: [{ from: 70, to: 75 }], unchanged_count: 0 });
});

describe("scores of two days", () => {
  test("golden: 70 to 73.4 is 3.4 points and 3.4 / 70 = 4.8571%; a removed score is null", async () => {
    await captureListingsOn(database.db, early, [opus()], { swe_bench: 70, math: 90 });
    await captureListingsOn(database.db, late, [opus()], { swe_bench: 73.4 });
    const { body } = await compare(early, late, "&type=benchmarks");
    expect(body).toMatchObject({
      ok: true,
      type: "benchmarks",
      added: [],
      removed: [],
      unchanged_count: 0,
      billing: { credits_charged: 1 },
    });
    expect(body.changed).toEqual([
      {
        model: "Claude Opus 4.5",
        provider: "Anthropic",
        field: "math",
        benchmark: "math",
        from: 90,
        to: null,
        delta_pct: null,
        delta_pp: null,
      },
      {
        model: "Claude Opus 4.5",
        provider: "Anthropic",
        field: "swe_bench",
        benchmark: "swe_bench",
        from: 70,
        to: 73.4,
        delta_pct: 4.8571,
        delta_pp: 3.4,
      },
    ]);
    expect((await compare(late, late, "&type=benchmarks")).body).toMatchObject({ changed: [], unchanged_count: 1 });
    expect((await compare(early, late, "&type=benchmarks&provider=openai")).body).toMatchObject({ changed: [], unchanged_count: 0 });
  });
});

test("every pair of days agrees with the free snapshots of those days for every model", async () => {
  const random = seededRandom(7);
  const days = [8, 6, 5, 3, 1].map(daysAgo);
  const all = Array.from({ length: 12 }, (_, index) => gpt({ modelId: `m-${index}`, name: `M ${index}` }));
  for (const day of days) {
    const sold = all
      .filter(() => random() < 0.7)
      .map((listing) => ({
        ...listing,
        inputPrice: random() < 0.15 ? null : 1 + Math.floor(random() * 2),
        outputPrice: 2 + Math.floor(random() * 2),
      }));
    for (const listing of all) await withdraw(listing);
    await captureListingsOn(database.db, day, sold);
  }
  type Free = { provider: string; id: string; inputPrice: number; outputPrice: number };
  const freely = async (date: string) =>
    new Map(
      (await request(snapshotOn, `/api/history/${date}/pricing`, { params: { date, type: "pricing" } })).body.data.models.map(
        (model: Free) => [`${model.provider}/${model.id}`, model],
      ),
    ) as Map<string, Free>;
  let changes = 0;
  for (const [index, from] of days.entries()) {
    for (const to of days.slice(index)) {
      const [before, after, { body }] = [await freely(from), await freely(to), await compare(from, to)];
      const keys = (entries: { model_id: string }[]) => entries.map(({ model_id: id }) => id).sort();
      const missing = (these: Map<string, Free>, those: Map<string, Free>) => [...these.keys()].filter((key) => !those.has(key)).sort();
      expect([keys(body.added), keys(body.removed)]).toEqual([missing(after, before), missing(before, after)]);
      const common = [...before.keys()].filter((key) => after.has(key));
      const byHand = common.flatMap((key) =>
        (["inputPrice", "outputPrice"] as const)
          .filter((field) => before.get(key)?.[field] !== after.get(key)?.[field])
          .map((field) => `${key} ${field} ${before.get(key)?.[field]} ${after.get(key)?.[field]}`),
      );
      expect(
        body.changed.map((change: Record<string, unknown>) => `${change.model_id} ${change.field} ${change.from} ${change.to}`).sort(),
      ).toEqual(byHand.sort());
      expect(body.unchanged_count + new Set(keys(body.changed)).size).toBe(common.length);
      changes += byHand.length;
    }
  }
  expect(changes).toBeGreaterThan(20);
});
