import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { evaluateWatches } from "@/jobs/evaluate-watches";
import { storeCatalog } from "@/lib/ingest/models/store-catalog";
import { withHash } from "@/lib/sources/workers/model-catalog";
import { createSourceHttp } from "@/lib/sources/http/http";
import { captureDay } from "../support/history/captured-days";
import { EMPTIED, opus, storeListings } from "../support/history/daily-world";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { anObservation } from "../support/models/model-facts";
import { memoryInProcess } from "../support/sources/source-server";
import { storeStates } from "../support/status/status-polls";
import { aWatch, deliveriesOf, firesOf, WATCH_TABLES, watchRow } from "../support/watches/watches";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql.raw(`truncate ${WATCH_TABLES}`));
  await database.db.execute(sql.raw(`truncate ${EMPTIED}, model_observations`));
});

const NOON = new Date("2026-05-15T12:00:00Z");
const later = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);

/** Stores the prices of that minute; the same transaction evaluates the watches. */
async function pricesAre(prices: Readonly<Record<string, readonly [number, number]>>, minute: number): Promise<void> {
  const facts = Object.entries(prices).map(([modelId, [inputPrice, outputPrice]]) =>
    anObservation("models.dev", { providerId: "anthropic", makerId: "anthropic", modelId, name: modelId, inputPrice, outputPrice }),
  );
  await storeCatalog(database.db, {
    now: later(minute),
    replacing: new Map([["models.dev", facts.map(withHash)]]),
    readAt: { "models.dev": later(minute) },
  });
}

const run = (now: Date) => {
  const { signal } = new AbortController();
  return evaluateWatches.run({
    db: database.db,
    http: createSourceHttp({ memory: memoryInProcess(), userAgent: "t", signal }),
    now,
    signal,
    log: () => undefined,
  });
};

const opusSpec = { type: "price", model: "claude-opus-4-5", field: "inputPrice" } as const;
const on = (over: Parameters<typeof aWatch>[1]) => aWatch(database.db, { createdAt: NOON, ...over });

describe("prices", () => {
  test("are compared at every stored change, so that a short dip is not missed", async () => {
    const lt = await on({ spec: { ...opusSpec, op: "lt", threshold: 5 }, lastValue: 6 });
    const gt = await on({ spec: { ...opusSpec, op: "gt", threshold: 5 }, lastValue: 6 });
    const any = await on({ spec: { ...opusSpec, op: "changes" }, lastValue: 6 });
    const blended = await on({ spec: { ...opusSpec, field: "blended", op: "lt", threshold: 15 }, lastValue: 15.5 });
    for (const [minute, input] of [6, 4, 4, 6, 5, 4.5].entries()) await pricesAre({ "claude-opus-4-5": [input, 25] }, minute);
    expect(await firesOf(database.db, lt.id)).toEqual([
      [6, 4],
      [5, 4.5],
    ]);
    expect(await firesOf(database.db, gt.id)).toEqual([[4, 6]]);
    expect(await firesOf(database.db, any.id)).toEqual([
      [6, 4],
      [4, 6],
      [6, 5],
      [5, 4.5],
    ]);
    expect(await firesOf(database.db, blended.id)).toEqual([
      [15.5, 14.5],
      [15, 14.75],
    ]);
  });

  test("do not fire when a model disappears, but fire when it comes back cheaper", async () => {
    const watch = await on({ spec: { ...opusSpec, op: "lt", threshold: 5 }, lastValue: 6 });
    await pricesAre({ "claude-opus-4-5": [6, 25], other: [1, 1] }, 0);
    await pricesAre({ other: [1, 1] }, 1);
    await run(later(2));
    expect(await watchRow(database.db, watch.id)).toMatchObject({ lastValue: 6, fireCount: 0 });
    await pricesAre({ "claude-opus-4-5": [4, 25], other: [1, 1] }, 3);
    expect(await firesOf(database.db, watch.id)).toEqual([[6, 4]]);
  });

  test("do not fire again in a second or late run", async () => {
    const watch = await on({ spec: { ...opusSpec, op: "changes" }, lastValue: 6 });
    await pricesAre({ "claude-opus-4-5": [4, 25] }, 0);
    for (const minute of [1, 2, 700]) expect(await run(later(minute))).toMatchObject({ prices: 0 });
    expect(await firesOf(database.db, watch.id)).toEqual([[6, 4]]);
  });

  test("missed by the storing run are found by the job: one fire, from the last compared value", async () => {
    const watch = await on({ spec: { ...opusSpec, op: "lt", threshold: 5 }, lastValue: 6 });
    await storeListings(database.db, [opus({ inputPrice: 4 })], NOON);
    const runs = await Promise.all([run(later(1)), run(later(1))]);
    expect(runs.map((counts) => ("prices" in counts ? counts.prices : null)).toSorted()).toEqual([0, 1]);
    expect(await firesOf(database.db, watch.id)).toEqual([[6, 4]]);
  });

  test("do not change through the rounding of a blended price", async () => {
    const watch = await on({ spec: { ...opusSpec, field: "blended", op: "changes" }, lastValue: 0.15 });
    await storeListings(database.db, [opus({ inputPrice: 0.1, outputPrice: 0.2 })], NOON);
    await run(later(1));
    expect(await firesOf(database.db, watch.id)).toEqual([]);
  });

  test("of a model that is new to the catalog start its watch, and the next crossing fires", async () => {
    const watch = await on({ spec: { type: "price", model: "Claude Next", field: "inputPrice", op: "lt", threshold: 5 }, subjects: [] });
    await pricesAre({ "claude-next": [4, 25] }, 0);
    expect(await run(later(1))).toMatchObject({ found: 1, prices: 0 });
    expect(await watchRow(database.db, watch.id)).toMatchObject({ subjects: ["anthropic/claude-next"], lastValue: 4 });
    await pricesAre({ "claude-next": [6, 25] }, 2);
    await pricesAre({ "claude-next": [3, 25] }, 3);
    expect(await firesOf(database.db, watch.id)).toEqual([[6, 3]]);
  });

  test("are followed through a changed model id", async () => {
    const watch = await on({
      spec: { type: "price", model: "claude-old", field: "inputPrice", op: "lt", threshold: 5 },
      subjects: ["anthropic/claude-old"],
      lastValue: 6,
    });
    await storeListings(database.db, [opus({ modelId: "claude-new", name: "Claude", inputPrice: 4 })], NOON);
    await database.db.execute(
      sql`insert into model_aliases (alias, provider_id, model_id) values ('claude-old', 'anthropic', 'claude-new')`,
    );
    await bumpVersion(database.db, "models", NOON);
    expect(await run(later(1))).toMatchObject({ found: 1, prices: 1 });
    expect(await firesOf(database.db, watch.id)).toEqual([[6, 4]]);
  });

  test("do not fire a watch that has ended", async () => {
    const ended = [
      await on({ status: "cap_reached", lastValue: 6 }),
      await on({ status: "deleted", lastValue: 6 }),
      await on({ status: "draft", lastValue: 6 }),
      await on({ expiresAt: NOON, lastValue: 6 }),
    ];
    await pricesAre({ "claude-opus-4-5": [4, 25] }, 1);
    await run(later(1));
    for (const { id } of ended) expect(await firesOf(database.db, id)).toEqual([]);
    expect(await watchRow(database.db, ended[3]?.id ?? "")).toMatchObject({ status: "expired", endedAt: NOON });
  });

  test("are stored even when watches cannot be evaluated", async () => {
    const watch = await on({ spec: { ...opusSpec, op: "changes" }, lastValue: 6 });
    await database.db.execute(
      sql.raw("create function refuse_fire() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$"),
    );
    await database.db.execute(
      sql.raw("create trigger refuse_fire before insert on watch_deliveries for each row execute function refuse_fire()"),
    );
    await pricesAre({ "claude-opus-4-5": [4, 25] }, 0);
    await database.db.execute(sql.raw("drop trigger refuse_fire on watch_deliveries"));
    await database.db.execute(sql.raw("drop function refuse_fire"));
    expect(await watchRow(database.db, watch.id)).toMatchObject({ lastValue: 6 });
    await run(later(1));
    expect(await firesOf(database.db, watch.id)).toEqual([[6, 4]]);
  });
});

const poll = (minute: number, states: Parameters<typeof storeStates>[2]) => storeStates(database.db, later(minute), states);
const anthropicSpec = { type: "status", provider: "anthropic" } as const;

describe("states", () => {
  test("fire once per transition; unknown neither fires nor hides the next transition", async () => {
    await poll(0, { anthropic: "operational" });
    const becomes = await on({
      spec: { ...anthropicSpec, op: "becomes", value: "down" },
      subjects: ["anthropic"],
      lastStates: { anthropic: "operational" },
    });
    const changes = await on({
      spec: { ...anthropicSpec, op: "changes" },
      subjects: ["anthropic"],
      lastStates: { anthropic: "operational" },
    });
    for (const [index, state] of (
      ["unknown", "unknown", "down", "unknown", "down", "degraded", "operational", "down"] as const
    ).entries()) {
      await poll(2 + index * 2, { anthropic: state });
    }
    expect(await firesOf(database.db, becomes.id)).toEqual([
      ["operational", "down"],
      ["operational", "down"],
    ]);
    expect(await firesOf(database.db, changes.id)).toEqual([
      ["operational", "down"],
      ["down", "degraded"],
      ["degraded", "operational"],
      ["operational", "down"],
    ]);
  });

  test("fire once when two pollers store the same poll", async () => {
    await poll(0, { anthropic: "operational" });
    const watch = await on({
      spec: { ...anthropicSpec, op: "changes" },
      subjects: ["anthropic"],
      lastStates: { anthropic: "operational" },
    });
    await Promise.all([poll(2, { anthropic: "down" }), poll(2, { anthropic: "down" })]);
    await run(later(3));
    expect(await firesOf(database.db, watch.id)).toEqual([["operational", "down"]]);
  });

  test("do not fire when a service becomes known for the first time", async () => {
    const watch = await on({ spec: { ...anthropicSpec, op: "changes" }, subjects: ["anthropic"] });
    await poll(0, { anthropic: "down" });
    expect(await run(later(1))).toMatchObject({ states: 0 });
    expect(await watchRow(database.db, watch.id)).toMatchObject({ lastStates: { anthropic: "down" } });
    await poll(2, { anthropic: "operational" });
    expect(await firesOf(database.db, watch.id)).toEqual([["down", "operational"]]);
  });

  test("changed while a watch was being registered are found by the job", async () => {
    await poll(0, { anthropic: "down" });
    const watch = await on({
      spec: { ...anthropicSpec, op: "becomes", value: "down" },
      subjects: ["anthropic"],
      lastStates: { anthropic: "operational" },
    });
    expect(await run(later(1))).toMatchObject({ states: 1 });
    expect(await run(later(2))).toMatchObject({ states: 0 });
    expect(await firesOf(database.db, watch.id)).toEqual([["operational", "down"]]);
  });

  test("are watched for the services that the provider name resolves to now", async () => {
    const watch = await on({ spec: { type: "status", provider: "OpenAI", op: "changes" }, subjects: ["gone"] });
    await run(later(1));
    expect((await watchRow(database.db, watch.id)).subjects).toContain("openai");
  });
});

describe("digests", () => {
  const day = (date: string, time = "07:05:00"): Date => new Date(`${date}T${time}Z`);
  const digest = (cadence: "daily" | "weekly", due: Date) => on({ spec: { type: "digest", cadence }, subjects: [], digestDueAt: due });

  async function captured(date: string, input: number): Promise<void> {
    await storeListings(database.db, [opus({ inputPrice: input })], day(date, "06:30:00"));
    await captureDay(database.db, date);
  }

  test("report the changes since the day before once a day, even when there are none", async () => {
    await captured("2026-05-13", 5);
    await captured("2026-05-14", 4);
    const watch = await digest("daily", day("2026-05-14", "07:00:00"));
    expect(await run(day("2026-05-14"))).toMatchObject({ digests: 1 });
    expect(await run(day("2026-05-14", "07:06:00"))).toMatchObject({ digests: 0 });
    const [first] = await deliveriesOf(database.db, watch.id);
    expect(first?.match).toEqual({
      type: "digest",
      cadence: "daily",
      period: { from: "2026-05-13T06:30:00.000Z", to: "2026-05-14T06:30:00.000Z" },
      has_baseline: true,
      pricing: {
        changed: [{ model: "Claude Opus 4.5", provider: "anthropic", field: "inputPrice", from: 5, to: 4, delta_pct: -20 }],
        added: [],
        removed: [],
        total_changes: 1,
        omitted: 0,
      },
      retirements: [],
    });
    await captured("2026-05-15", 4);
    expect(await run(day("2026-05-15"))).toMatchObject({ digests: 1 });
    expect((await deliveriesOf(database.db, watch.id))[1]?.match).toMatchObject({ pricing: { changed: [], total_changes: 0 } });
  });

  test("wait for the day's snapshot for three hours, then are sent without it", async () => {
    await captured("2026-05-14", 4);
    await digest("daily", day("2026-05-15", "07:00:00"));
    expect(await run(day("2026-05-15", "09:59:00"))).toMatchObject({ digests: 0 });
    expect(await run(day("2026-05-15", "10:00:00"))).toMatchObject({ digests: 1 });
  });

  test("report no change on the first captured day or without any", async () => {
    const none = await digest("weekly", day("2026-05-15", "07:00:00"));
    await run(day("2026-05-15", "10:00:00"));
    expect((await deliveriesOf(database.db, none.id))[0]?.match).toMatchObject({
      cadence: "weekly",
      has_baseline: false,
      pricing: { added: [], total_changes: 0 },
    });
    expect((await watchRow(database.db, none.id)).digestDueAt).toEqual(day("2026-05-22", "07:00:00"));
  });

  test("missed are not sent later, and two processes send one", async () => {
    const watch = await digest("daily", day("2026-05-10", "07:00:00"));
    await Promise.all([run(day("2026-05-15", "12:00:00")), run(day("2026-05-15", "12:00:00"))]);
    expect(await deliveriesOf(database.db, watch.id)).toHaveLength(1);
    expect((await watchRow(database.db, watch.id)).digestDueAt).toEqual(day("2026-05-16", "07:00:00"));
  });
});
