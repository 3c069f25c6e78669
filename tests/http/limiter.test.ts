import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openConnection, type Connection } from "@/db/connection";
import { FREE_LIMIT, limitHeaders, memoryLimiter, postgresLimiter, upstashLimiter, type Allowance, type Limiter } from "@/lib/http/limiter";
import { createPostgresDatabase } from "../support/stores/drivers";
import { findRedisServer, startRedis, type TestRedis } from "../support/stores/redis";
import { startUpstash, type TestUpstash } from "../support/stores/upstash";
import { startWsProxy } from "../support/stores/ws-proxy";

const { calls } = FREE_LIMIT;

/** Asked by fifteen at once: exactly the limit passes, and the answers say what is left. */
async function keepsTheLimit(limiter: Limiter, address: string): Promise<void> {
  const taken: Allowance[] = [];
  for (let round = 0; round < calls / 15 + 1; round++) {
    taken.push(...(await Promise.all(Array.from({ length: 15 }, () => limiter.take(address)))));
  }
  const allowed = taken.filter(({ isAllowed }) => isAllowed);
  expect(allowed.length).toBe(calls);
  expect(new Set(allowed.map(({ remaining }) => remaining)).size).toBe(calls);
  for (const refused of taken.filter(({ isAllowed }) => !isAllowed)) expect(refused.remaining).toBe(0);
  for (const { resetSeconds } of taken) {
    expect(resetSeconds).toBeGreaterThanOrEqual(1);
    expect(resetSeconds).toBeLessThanOrEqual(FREE_LIMIT.windowSeconds);
  }
}

/** What was taken back is as if it had not come. */
async function takesBack(limiter: Limiter, address: string): Promise<void> {
  const first = await limiter.take(address);
  await limiter.giveBack(address);
  expect((await limiter.take(address)).remaining).toBe(first.remaining);
}

async function sharesTheCount(first: Limiter, second: Limiter): Promise<void> {
  for (let call = 0; call < calls / 2; call++) await Promise.all([first.take("203.0.113.4"), second.take("203.0.113.4")]);
  expect((await first.take("203.0.113.4")).isAllowed).toBe(false);
  expect((await second.take("203.0.113.4")).isAllowed).toBe(false);
  expect((await second.take("203.0.113.5")).isAllowed).toBe(true);
}

type PooledConnection = Exclude<Connection, { driver: "pglite" }>;

describe("in memory", () => {
  test("120 of 135 calls in a minute pass", () => keepsTheLimit(memoryLimiter(), "203.0.113.1"));

  test("a count is taken back", () => takesBack(memoryLimiter(), "203.0.113.9"));

  test("addresses do not share", async () => {
    const limiter = memoryLimiter();
    await keepsTheLimit(limiter, "203.0.113.2");
    expect((await limiter.take("203.0.113.3")).isAllowed).toBe(true);
  });

  test("the headers say policy, rest and reset in the draft's form and in the older one", () => {
    expect(limitHeaders({ isAllowed: true, remaining: 87, resetSeconds: 31 })).toEqual({
      "RateLimit-Policy": '"free-ip";q=120;w=60',
      RateLimit: '"free-ip";r=87;t=31',
      "RateLimit-Limit": "120",
      "RateLimit-Remaining": "87",
      "RateLimit-Reset": "31",
    });
  });
});

describe.each(["pg", "vercel"] as const)("in Postgres over %s", (driver) => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  const pools: PooledConnection[] = [];
  /** A limiter with a pool of its own, as each instance has. */
  async function instance(): Promise<Limiter> {
    const opened = (await openConnection({ driver, url: database.url }, "")) as PooledConnection;
    pools.push(opened);
    return postgresLimiter(opened.client);
  }
  beforeAll(async () => {
    database = await createPostgresDatabase();
    if (driver === "vercel") await startWsProxy(Number(new URL(database.url).port));
  });
  afterAll(async () => {
    for (const pool of pools) await pool.close();
    await database.drop();
  });

  test("120 of 135 calls in a minute pass", async () => keepsTheLimit(await instance(), "203.0.113.1"));

  test("a count is taken back", async () => takesBack(await instance(), "203.0.113.10"));

  test("several instances share one count, and addresses do not", async () => sharesTheCount(await instance(), await instance()));

  test("an outage is bridged by a count in memory", async () => {
    const limiter = await instance();
    await limiter.take("203.0.113.9");
    await pools.pop()?.close();
    await keepsTheLimit(limiter, "203.0.113.8");
  });
});

const redisServer = findRedisServer();
const NO_REDIS =
  "the Upstash tier of the rate limiter needs a redis-server, and there is none on this machine (Debian: apt-get install redis-server)";

/** Its windows are whole minutes: a test that crossed into the next would see the count start anew. */
async function awaitRestOfMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 5000) await delay(left + 50);
}

describe("Upstash over REST before a real redis-server", () => {
  let redis: TestRedis;
  let upstash: TestUpstash;
  beforeAll(async () => {
    if (!redisServer) return void process.stdout.write(`SKIPPED: ${NO_REDIS}\n`);
    redis = await startRedis(redisServer);
    upstash = await startUpstash(redis.client);
  });
  beforeEach(async (context) => {
    context.skip(!redisServer, NO_REDIS);
    await awaitRestOfMinute();
  });
  afterAll(async () => {
    if (!redisServer) return;
    await upstash.stop();
    await redis.stop();
  });

  test("120 of 135 calls in a minute pass", async () => {
    await keepsTheLimit(await upstashLimiter(upstash.url, upstash.token), "203.0.113.1");
    expect(upstash.requests()).toBeGreaterThan(0);
  });

  test("a count is taken back", async () => takesBack(await upstashLimiter(upstash.url, upstash.token), "203.0.113.10"));

  test("several instances share one count, and addresses do not", async () => {
    const [first, second] = await Promise.all([upstashLimiter(upstash.url, upstash.token), upstashLimiter(upstash.url, upstash.token)]);
    await sharesTheCount(first, second);
  });

  test("what it keeps in Redis ends with the window", async () => {
    await (await upstashLimiter(upstash.url, upstash.token)).take("203.0.113.6");
    const keys = (await redis.client.keys("*203.0.113.6*")) as string[];
    expect(keys.length).toBe(1);
    const left = Number(await redis.client.ttl(keys[0] as string));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(2 * FREE_LIMIT.windowSeconds);
  });

  test("a wrong token and an outage are bridged by a count in memory", async () => {
    await keepsTheLimit(await upstashLimiter(upstash.url, "wrong"), "203.0.113.7");
    const limiter = await upstashLimiter(upstash.url, upstash.token);
    upstash.breakOff();
    await keepsTheLimit(limiter, "203.0.113.8");
  });
});
