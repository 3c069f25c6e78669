import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ADDRESS_HEADER } from "@/lib/http/limits/address-keys";
import { defineEndpoint, free, perDay } from "@/lib/http/endpoint";
import { robots } from "@/lib/docs/catalog";
import { registerLimiters } from "@/lib/http/limits/limiter";
import { LIMITS } from "@/lib/http/limits/limits";
import { integerParam } from "@/lib/schemas/params";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";
import { request } from "../support/server/request";
import { base } from "./base-declaration";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await useTestDatabase();
});
afterAll(() => opened.close());

const echo = defineEndpoint({
  ...base,
  path: "/api/echo",
  query: z.object({ limit: integerParam(1, 5).default(3) }),
  response: z.strictObject({ limit: z.int() }),
}).handle(({ query }) => ({ limit: query.limit }));

describe("limits", () => {
  const preview = defineEndpoint({
    ...base,
    path: "/api/preview",
    access: free(perDay("engine-test", 5)),
    response: z.strictObject({ limit: z.int(), remaining: z.int() }),
  }).handle(({ dailyUse }) => ({ limit: dailyUse?.limit ?? 0, remaining: dailyUse?.remaining ?? -1 }));
  const from = (address: string) => ({ headers: { [ADDRESS_HEADER]: address } });

  test("answers 429 to the sixth call of a day from one address, not counting other addresses and refused calls", async () => {
    expect((await request(echo, "/api/echo?limit=9", from("198.51.100.1"))).status).toBe(400);
    const left: number[] = [];
    for (let call = 0; call < 5; call++) left.push((await request(preview, "/api/preview", from("198.51.100.1"))).body.remaining);
    expect(left).toEqual([4, 3, 2, 1, 0]);
    const { status, headers, body } = await request(preview, "/api/preview", from("198.51.100.1"));
    expect([status, body.error, body.scope]).toEqual([429, "rate_limit_exceeded", "per IP per UTC day"]);
    expect(Number(headers.get("retry-after"))).toBe(body.reset_seconds);
    expect((await request(preview, "/api/preview", from("198.51.100.2"))).status).toBe(200);
  });

  test("lets five of six parallel calls pass", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(preview, "/api/preview", from("198.51.100.3"))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("answers 429 with Retry-After to the 121st call of a minute, counting an IPv6 /64 as one address", async () => {
    for (let call = 0; call < 120; call++) {
      expect((await request(echo, "/api/echo", from(`2001:db8:1:2::${call.toString(16)}`))).status).toBe(200);
    }
    const { status, headers, body } = await request(echo, "/api/echo", from("2001:db8:1:2:ffff::1"));
    expect([status, body.error, body.limit, headers.get("ratelimit-remaining")]).toEqual([429, "rate_limit_exceeded", 120, "0"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await request(echo, "/api/echo", { method: "OPTIONS", headers: { [ADDRESS_HEADER]: "2001:db8:1:2::1" } })).status).toBe(204);
    expect((await request(echo, "/api/echo", from("2001:db8:1:3::1"))).status).toBe(200);
  });

  test("lets an address read documents more often than data, each with a count of its own", async () => {
    const address = from("198.51.100.4");
    for (let call = 0; call < LIMITS.free.calls + 1; call++) expect((await request(robots, "/robots.txt", address)).status).toBe(200);
    // What a CDN may keep says nothing of its first reader's limit. A cookie makes the answer this reader's own.
    const own = { headers: { ...address.headers, cookie: "own=1" } };
    const { headers } = await request(robots, "/robots.txt", own);
    expect([headers.get("ratelimit-policy"), headers.get("ratelimit-remaining")]).toEqual(['"documents-ip";q=600;w=60', "478"]);
    expect((await request(echo, "/api/echo", own)).headers.get("ratelimit-remaining")).toBe("119");
  });

  test("answers free calls while the limiter's store is down", async () => {
    registerLimiters(() => ({
      take: () => Promise.reject(new Error("store is down")),
      giveBack: () => Promise.reject(new Error("store is down")),
    }));
    try {
      const { status, headers } = await request(echo, "/api/echo", { headers: { cookie: "own=1" } });
      expect([status, headers.get("ratelimit-limit")]).toEqual([200, null]);
    } finally {
      registerLimiters(null);
    }
  });
});
