import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { evaluateWatches } from "@/jobs/evaluate-watches";
import { storeCatalog } from "@/lib/ingest/models/store-catalog";
import type { ListingFacts } from "@/lib/domain/models/model-listing";
import type { WatchSpec } from "@/lib/domain/watches/watch-spec";
import { watchSubject } from "@/lib/loaders/watches/watch-subject";
import { withHash } from "@/lib/sources/workers/model-catalog";
import { createSourceHttp } from "@/lib/sources/http/http";
import { EMPTIED } from "../support/history/daily-world";
import { anObservation } from "../support/models/model-facts";
import { memoryInProcess } from "../support/sources/source-server";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";
import { aWatch, deliveriesOf, WATCH_TABLES } from "../support/watches/watches";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql.raw(`truncate ${WATCH_TABLES}`));
  await database.db.execute(sql.raw(`truncate ${EMPTIED}, model_observations, model_aliases`));
});

const NOON = new Date("2026-05-15T12:00:00Z");
const later = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);

type Facts = Partial<ListingFacts> & { modelId: string };

async function catalogIs(minute: number, ...models: readonly Facts[]): Promise<void> {
  const own = { providerId: "anthropic", makerId: "anthropic", contextWindow: 200_000, capabilities: ["tools"] };
  const facts = models.map((over) => anObservation("models.dev", { ...own, name: over.modelId, ...over }));
  const now = later(minute);
  await storeCatalog(database.db, { now, replacing: new Map([["models.dev", facts.map(withHash)]]), readAt: { "models.dev": now } });
}

const run = (minute: number) => {
  const { signal } = new AbortController();
  const http = createSourceHttp({ memory: memoryInProcess(), userAgent: "t", signal });
  return evaluateWatches.run({ db: database.db, http, now: later(minute), signal, log: () => undefined });
};

/** A watch as it is registered: with what it sees at its beginning. */
async function registered(spec: WatchSpec): Promise<string> {
  const { warnings: _, ...subject } = await watchSubject(database.db, spec, NOON);
  return (await aWatch(database.db, { createdAt: NOON, spec, ...subject })).id;
}

const matchesOf = async (id: string) => (await deliveriesOf(database.db, id)).map(({ match }) => match);

test("a watch of what a model can do fires at each stored change of it, once, and follows a model that got another id", async () => {
  await catalogIs(0, { modelId: "claude-a", name: "Claude A" }, { modelId: "claude-b" });
  const one = await registered({ type: "capability", model: "Claude A" });
  const both = await registered({ type: "capability", models: ["anthropic/claude-a", "claude-b"] });
  await run(1);
  await catalogIs(
    2,
    { modelId: "claude-a", name: "Claude A", contextWindow: 1_000_000 },
    { modelId: "claude-b", capabilities: ["tools", "reasoning"] },
  );
  expect(await run(3)).toMatchObject({ models: 3 });
  expect(await run(4)).toMatchObject({ models: 0 });
  await catalogIs(
    5,
    { modelId: "claude-a-2", name: "Claude A", contextWindow: 2_000_000 },
    { modelId: "claude-b", capabilities: ["tools", "reasoning"] },
  );
  expect(await run(6)).toMatchObject({ models: 2 });
  const window = (from: number, to: number) => [{ field: "contextWindow", from, to }];
  expect(await matchesOf(one)).toEqual([
    { type: "capability", model: "Claude A", model_id: "anthropic/claude-a", provider: "anthropic", changes: window(200_000, 1_000_000) },
    {
      type: "capability",
      model: "Claude A",
      model_id: "anthropic/claude-a-2",
      provider: "anthropic",
      changes: window(1_000_000, 2_000_000),
    },
  ]);
  expect((await matchesOf(both)).map((match) => match?.type === "capability" && [match.model_id, match.changes[0]?.field])).toEqual([
    ["anthropic/claude-a", "contextWindow"],
    ["anthropic/claude-b", "capabilities"],
    ["anthropic/claude-a-2", "contextWindow"],
  ]);
});

test("a watch of new models fires when a maker lists one for the first time, and not for a host or another id", async () => {
  await catalogIs(0, { modelId: "claude-a", name: "Claude A" });
  const id = await registered({ type: "new_model", provider: "Anthropic" });
  const openai = await registered({ type: "new_model", provider: "openai" });
  await run(1);
  await catalogIs(
    2,
    { modelId: "claude-a-2", name: "Claude A" },
    { modelId: "anthropic/claude-x", name: "Claude X", providerId: "openrouter" },
  );
  await run(3);
  expect(await matchesOf(id)).toEqual([]);
  await catalogIs(
    4,
    { modelId: "claude-a-2", name: "Claude A" },
    { modelId: "claude-c", name: "Claude C" },
    { modelId: "claude-d", name: "Claude D" },
  );
  expect(await run(5)).toMatchObject({ models: 1 });
  await run(6);
  const told = await matchesOf(id);
  expect(told).toMatchObject([{ type: "new_model", provider: "anthropic", omitted: 0 }]);
  expect(told[0]?.type === "new_model" && told[0].models.map(({ model_id: one }) => one)).toEqual([
    "anthropic/claude-c",
    "anthropic/claude-d",
  ]);
  expect(await matchesOf(openai)).toEqual([]);
});
