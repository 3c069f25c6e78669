import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalog, robots } from "@/lib/docs/catalog";
import { cacheControl } from "@/lib/domain/freshness/cache-control";
import { isPrepared } from "@/lib/http/endpoint";
import { request } from "../support/server/request";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

describe("how long a CDN may keep an answer", () => {
  const caching = (maxAgeSeconds: number, seconds: number) => cacheControl({ maxAgeSeconds, staleAt: seconds * 1000 }, 0);

  test.each([
    ["at most a minute", 300, 1000, 60, 30],
    ["no longer than a caller may", 30, 1000, 30, 30],
    ["never beyond the promise of its data", 300, 20, 20, 0],
    ["its last moments while it asks again", 300, 70, 60, 10],
    ["not at all when it is older than promised", 300, -5, 0, 0],
    ["at most a minute where age means nothing", 300, Number.POSITIVE_INFINITY, 60, 30],
  ])("is %s", (_, maxAge, remaining, shared, revalidate) => {
    expect(caching(maxAge, remaining)).toBe(
      `public, max-age=${maxAge}, s-maxage=${shared}, stale-while-revalidate=${revalidate}, stale-if-error=86400`,
    );
  });

  test("is none before the data was read for the first time", () => {
    expect(cacheControl({ maxAgeSeconds: 120, staleAt: Number.NEGATIVE_INFINITY }, 0)).toBe("private, no-store");
  });
});

describe("what nobody may keep", () => {
  const isOwn = ({ path }: { path: string }): boolean => /^\/api\/(preview|agents\/activity|health|freshness|payment|receipt)\b/.test(path);
  const reads = catalog().filter(({ method }) => method === "GET");

  test("is declared so: previews, activity, health, freshness, payments, receipts, and whatever costs something or needs a token", () => {
    const own = reads.filter((endpoint) => isOwn(endpoint) || endpoint.access.kind !== "free");
    expect(own.length).toBeGreaterThan(20);
    for (const { path, maxAgeSeconds } of own) expect([path, maxAgeSeconds]).toEqual([path, 0]);
    for (const endpoint of reads.filter(isPrepared)) if (!isOwn(endpoint)) expect(endpoint.maxAgeSeconds, endpoint.path).not.toBe(0);
  });

  let database: TestDatabase;
  beforeAll(async () => void (database = await useTestDatabase()));
  afterAll(() => database.close());

  test.each([
    ["a cookie", { cookie: "theme=dark" }],
    ["a token", { authorization: "Bearer aed_live_x" }],
    ["a payment", { "x-payment-tx": "0x1" }],
  ])("is what came with %s, which also says what is left of the limit", async (_, headers) => {
    const own = await request(robots, "/robots.txt", { headers });
    expect([own.headers.get("cache-control"), own.headers.get("ratelimit-limit")]).toEqual(["private, no-store", "600"]);
    const unchanged = await request(robots, "/robots.txt", { headers: { ...headers, "if-none-match": "*" } });
    expect([unchanged.status, unchanged.headers.get("cache-control")]).toEqual([304, "private, no-store"]);
    const shared = await request(robots);
    expect([shared.headers.get("cache-control"), shared.headers.get("ratelimit-limit")]).toEqual([
      expect.stringMatching(/^public, /),
      null,
    ]);
  });
});
