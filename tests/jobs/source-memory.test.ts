import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveValidators } from "@/db/queries/freshness/operations";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { afterFailure } from "@/lib/domain/freshness/host-breaker";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe("storedMemory", () => {
  test("returns validators only for the same source and address", async () => {
    const kept = { etag: '"1"', lastModified: null };
    await saveValidators(database.db, "news/a", "https://a.example/feed", kept);
    const memory = storedMemory(database.db);
    expect(await memory.validators("news/a", "https://a.example/feed")).toEqual(kept);
    expect(await memory.validators("news/a", "https://a.example/other")).toBeNull();
    expect(await memory.validators("news/b", "https://a.example/feed")).toBeNull();
  });

  test("counts every failure of processes that fail at the same time", async () => {
    const now = new Date("2026-03-01T00:00:00Z");
    await Promise.all(
      Array.from({ length: 4 }, () => storedMemory(database.db).changeBreaker("a.example", (state) => afterFailure(state, now, false))),
    );
    expect(await storedMemory(database.db).breaker("a.example")).toEqual({ failures: 4, openUntil: null });
    await storedMemory(database.db).changeBreaker("a.example", (state) => afterFailure(state, now, false));
    expect(await storedMemory(database.db).breaker("a.example")).toEqual({ failures: 5, openUntil: new Date("2026-03-01T00:05:00Z") });
  });

  test("has a closed breaker for an unknown host", async () => {
    expect(await storedMemory(database.db).breaker("new.example")).toEqual({ failures: 0, openUntil: null });
  });
});
