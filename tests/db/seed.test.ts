import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listNews } from "@/db/queries/news/news";
import { listSnapshotDates } from "@/db/queries/history/history";
import { listIncidents } from "@/db/queries/status/status";
import { plantScenario, seeds } from "@/lib/server/seed/plant";
import { seededRandom } from "@/lib/server/seed/rng";
import { DAYS } from "@/lib/server/seed/scenarios";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { listTransitions } from "../support/stores/stored-rows";

describe("seeded randomness", () => {
  test("repeats for the same seed, differs for another, and stays in [0, 1)", () => {
    const numbers = (seed: number) => Array.from({ length: 50 }, seededRandom(seed));
    expect(numbers(1)).toEqual(numbers(1));
    expect(numbers(1)).not.toEqual(numbers(2));
    expect(numbers(7).every((value) => value >= 0 && value < 1)).toBe(true);
    expect(seededRandom(1)()).toBeCloseTo(0.6270739405881613, 12);
  });
});

describe("scenarios", () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase();
    await plantScenario(opened.db, { scenario: "outage-day" });
  });
  afterAll(() => opened.close());

  test("give the outage day one incident, from its first bad poll to its last", async () => {
    const incidents = await listIncidents(opened.db, { limit: 10 });
    expect(incidents).toEqual([
      expect.objectContaining({
        service: "openai",
        severity: "major",
        startedAt: new Date("2026-01-11T06:00:00Z"),
        resolvedAt: new Date("2026-01-11T11:00:00Z"),
        durationMinutes: 300,
      }),
    ]);
    const transitions = await listTransitions(opened.db, ["openai"], new Date(0));
    expect(transitions.map(({ to }) => to)).toEqual(["degraded", "down", "degraded", "operational"]);
  });

  test("have snapshots and news on every day of the scenario", async () => {
    expect((await listSnapshotDates(opened.db)).toSorted()).toEqual([...DAYS]);
    const news = await listNews(opened.db, null, 200);
    expect(news).toHaveLength(200);
    expect(news.every(({ publishedAt }) => publishedAt < new Date("2026-01-12T00:00:00Z"))).toBe(true);
  });

  test("refuse a database with collected data, and list the known names for an unknown one", async () => {
    await expect(plantScenario(opened.db, { scenario: "quiet-week" })).rejects.toThrow("This database holds collected data.");
    await expect(plantScenario(opened.db, { scenario: "noisy-week" })).rejects.toThrow(
      `The scenarios are: ${seeds.map(({ name }) => name).join(", ")}.`,
    );
  });
});
