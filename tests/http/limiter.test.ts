import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openConnection, type Connection } from "@/db/connection";
import { type Allowance, type Limiter, LIMITS, limitHeaders } from "@/lib/http/limits/limits";
import { closeRedisConnections } from "@/lib/http/limits/redis";
import { postgresLimiter, redisLimiter, upstashLimiter, countingSites } from "@/lib/http/limits/limiter";
import { memoryLimiter } from "@/lib/http/limits/memory-limiter";
import { createPostgresDatabase } from "../support/stores/drivers";
import { findRedisServer, startRedis, type TestRedis } from "../support/stores/redis";
import { startUpstash, type TestUpstash } from "../support/stores/upstash";
import { startWsProxy } from "../support/stores/ws-proxy";

const { calls } = LIMITS.free;

/** Fifteen parallel calls at a time: exactly the limit passes, and every answer has a different rest. */
async function expectExactLimit(limiter: Limiter, address: string): Promise<void> {
  const allowances: Allowance[] = [];
  for (let round = 0; round < calls / 15 + 1; round++) {
    allowances.push(...(await Promise.all(Array.from({ length: 15 }, () => limiter.take(address)))));
  }
  const allowed = allowances.filter(({ isAllowed }) => isAllowed);
  expect(allowed.length).toBe(calls);
  expect(new Set(allowed.map(({ remaining }) => remaining)).size).toBe(calls);
  for (const refused of allowances.filter(({ isAllowed }) => !isAllowed)) expect(refused.remaining).toBe(0);
  for (const { resetSeconds } of allowances) {
    expect(resetSeconds).toBeGreaterThanOrEqual(1);
    expect(resetSeconds).toBeLessThanOrEqual(LIMITS.free.windowSeconds);
  }
}

async function expectRefund(limiter: Limiter, address: string): Promise<void> {
  const first = await limiter.take(address);
  await limiter.giveBack(address);
  expect((await limiter.take(address)).remaining).toBe(first.remaining);
}

async function expectSharedCount(first: Limiter, second: Limiter): Promise<void> {
  for (let call = 0; call < calls / 2; call++) await Promise.all([first.take("203.0.113.4"), second.take("203.0.113.4")]);
  expect((await first.take("203.0.113.4")).isAllowed).toBe(false);
  expect((await second.take("203.0.113.4")).isAllowed).toBe(false);
  expect((await second.take("203.0.113.5")).isAllowed).toBe(true);
}

type PooledConnection = Exclude<Connection, { driver: "pglite" }>;

describe("in memory", () => {
  test("lets 120 of 135 calls in a minute pass", () => expectExactLimit(memoryLimiter(LIMITS.free), "203.0.113.1"));

  test("refunds a count", () => expectRefund(memoryLimiter(LIMITS.free), "203.0.113.9"));

  test("counts each address separately", async () => {
    const limiter = memoryLimiter(LIMITS.free);
    await expectExactLimit(limiter, "203.0.113.2");
    expect((await limiter.take("203.0.113.3")).isAllowed).toBe(true);
  });

  test("lets all networks of one site together call four times as often as one of them", async () => {
    const limiter = await countingSites(LIMITS.free, memoryLimiter);
    const allowed = await Promise.all(
      Array.from({ length: 8 * calls }, (_, call) => limiter.take(`2001:db8:1:${(call % 8).toString(16)}::/64`)),
    );
    expect(allowed.filter(({ isAllowed }) => isAllowed).length).toBe(4 * calls);
    expect((await limiter.take("2001:db8:2:0::/64")).isAllowed).toBe(true);
    expect((await limiter.take("203.0.113.7")).isAllowed).toBe(true);
  });

  test("begins a new window when the old one is over", async () => {
    const limiter = memoryLimiter({ calls: 2, windowSeconds: 0.05 });
    const taken = [await limiter.take("203.0.113.6"), await limiter.take("203.0.113.6"), await limiter.take("203.0.113.6")];
    expect(taken.map(({ isAllowed }) => isAllowed)).toEqual([true, true, false]);
    await delay(100);
    expect(await limiter.take("203.0.113.6")).toMatchObject({ isAllowed: true, remaining: 1 });
  });

  test("forgets the addresses that it has not seen for longest when more come than it can keep", async () => {
    const limiter = memoryLimiter({ calls: 2, windowSeconds: 60 });
    const seenOften = { address: "203.0.113.7", remaining: NaN };
    await limiter.take("203.0.113.8");
    for (let other = 0; other < 12_000; other++) {
      if (other % 8_000 === 4_000) seenOften.remaining = (await limiter.take(seenOften.address)).remaining;
      await limiter.take(`10.${other >> 16}.${(other >> 8) & 255}.${other & 255}`);
    }
    expect(seenOften.remaining).toBe(1);
    expect(await limiter.take(seenOften.address)).toMatchObject({ isAllowed: true, remaining: 0 });
    expect(await limiter.take("203.0.113.8")).toMatchObject({ remaining: 1 });
  });

  test("writes policy, rest and reset in the IETF draft's headers and in the older ones", () => {
    expect(limitHeaders("free", { isAllowed: true, remaining: 87, resetSeconds: 31 })).toEqual({
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
  /** Each instance has a pool of its own. */
  async function instance(): Promise<Limiter> {
    const opened = (await openConnection({ driver, url: database.url }, "")) as PooledConnection;
    pools.push(opened);
    return postgresLimiter(opened.client, LIMITS.free);
  }
  beforeAll(async () => {
    database = await createPostgresDatabase();
    if (driver === "vercel") await startWsProxy(Number(new URL(database.url).port));
  });
  afterAll(async () => {
    for (const pool of pools) await pool.close();
    await database.drop();
  });

  test("lets 120 of 135 calls in a minute pass", async () => expectExactLimit(await instance(), "203.0.113.1"));

  test("refunds a count", async () => expectRefund(await instance(), "203.0.113.10"));

  test("shares one count between instances, but not between addresses", async () => expectSharedCount(await instance(), await instance()));

  test("counts in memory during an outage", async () => {
    const limiter = await instance();
    await limiter.take("203.0.113.9");
    await pools.pop()?.close();
    await expectExactLimit(limiter, "203.0.113.8");
  });
});

const redisServer = findRedisServer();
const NO_REDIS =
  "the tiers of the rate limiter in Redis need a redis-server, and there is none on this machine (Debian: apt-get install redis-server)";

/** Upstash windows are whole minutes: the count would restart in the middle of a test. */
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

  test("lets 120 of 135 calls in a minute pass", async () => {
    await expectExactLimit(await upstashLimiter(upstash.url, upstash.token, LIMITS.free), "203.0.113.1");
    expect(upstash.requests()).toBeGreaterThan(0);
  });

  test("refunds a count", async () => expectRefund(await upstashLimiter(upstash.url, upstash.token, LIMITS.free), "203.0.113.10"));

  test("shares one count between instances, but not between addresses", async () => {
    const [first, second] = await Promise.all([
      upstashLimiter(upstash.url, upstash.token, LIMITS.free),
      upstashLimiter(upstash.url, upstash.token, LIMITS.free),
    ]);
    await expectSharedCount(first, second);
  });

  const keyOf = async (address: string): Promise<string> => ((await redis.client.keys(`*${address}*`)) as string[])[0] ?? "none";

  test("lets its Redis keys expire with the window", async () => {
    await (await upstashLimiter(upstash.url, upstash.token, LIMITS.free)).take("203.0.113.6");
    const keys = (await redis.client.keys("*203.0.113.6*")) as string[];
    expect(keys.length).toBe(1);
    const left = Number(await redis.client.ttl(keys[0] as string));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(2 * LIMITS.free.windowSeconds);
  });

  test("counts in memory while Redis hangs: one call finds out, the others do not wait for it, and it counts again afterwards", async () => {
    const limiter = await upstashLimiter(upstash.url, upstash.token, LIMITS.free);
    await limiter.take("203.0.113.20");
    redis.hang();
    const before = upstash.requests();
    const together = await Promise.all([limiter.take("203.0.113.20"), limiter.take("203.0.113.20")]);
    expect(together.map(({ remaining }) => remaining).toSorted()).toEqual([calls - 2, calls - 1]);
    const [asked, askedAt] = [upstash.requests() - before, performance.now()];
    for (let call = 3; call <= 40; call++) expect((await limiter.take("203.0.113.20")).remaining).toBe(calls - call);
    // It is asked again behind the calls, at most once a second.
    expect(upstash.requests() - before - asked).toBeLessThanOrEqual(1 + (performance.now() - askedAt) / 1000);
    redis.resume();
    await expect
      .poll(async () => (await limiter.take("203.0.113.21"), Number(await redis.client.exists(await keyOf("203.0.113.21")))), {
        interval: 300,
      })
      .toBe(1);
  });

  test("counts in memory with a wrong token and during an outage", async () => {
    await expectExactLimit(await upstashLimiter(upstash.url, "wrong", LIMITS.free), "203.0.113.7");
    const limiter = await upstashLimiter(upstash.url, upstash.token, LIMITS.free);
    upstash.breakOff();
    await expectExactLimit(limiter, "203.0.113.8");
  });
});

describe("a Redis by its own protocol", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    if (redisServer) redis = await startRedis(redisServer);
  });
  beforeEach((context) => context.skip(!redisServer, NO_REDIS));
  afterAll(async () => {
    await closeRedisConnections();
    if (redisServer) await redis.stop();
  });
  const limiterHere = () => redisLimiter(redis.url, LIMITS.free);

  test("lets 120 of 135 calls in a minute pass", async () => expectExactLimit(await limiterHere(), "203.0.113.1"));

  test("refunds a count", async () => expectRefund(await limiterHere(), "203.0.113.10"));

  test("shares one count between instances, but not between addresses, and forgets it with the window", async () => {
    await expectSharedCount(await limiterHere(), await limiterHere());
    const keys = (await redis.client.keys("*203.0.113.4*")) as string[];
    expect(keys).toEqual([`${LIMITS.free.policy}:203.0.113.4`]);
    expect(Number(await redis.client.ttl(keys[0] as string))).toBeLessThanOrEqual(LIMITS.free.windowSeconds);
  });

  const returns = async (limiter: Limiter, address: string): Promise<void> => {
    const isThere = async () => (await limiter.take(address), Number(await redis.client.exists(`${LIMITS.free.policy}:${address}`)));
    await expect.poll(isThere, { interval: 300, timeout: 15_000 }).toBe(1);
  };

  test("counts in memory while Redis hangs, after one wait, and in Redis again afterwards", async () => {
    const limiter = await limiterHere();
    await limiter.take("203.0.113.20");
    redis.hang();
    const together = await Promise.all([limiter.take("203.0.113.20"), limiter.take("203.0.113.20")]);
    expect(together.map(({ remaining }) => remaining).toSorted()).toEqual([calls - 2, calls - 1]);
    const began = performance.now();
    for (let call = 3; call <= 40; call++) expect((await limiter.take("203.0.113.20")).remaining).toBe(calls - call);
    await limiter.giveBack("203.0.113.20");
    expect(performance.now() - began).toBeLessThan(500);
    // Longer than a silent connection is kept, so that it is made anew.
    await delay(6000);
    redis.resume();
    await returns(limiter, "203.0.113.21");
  });

  test("counts in memory while Redis is dead, at once, and in the one that takes its place", async () => {
    const limiter = await limiterHere();
    await limiter.take("203.0.113.30");
    await redis.kill();
    const began = performance.now();
    await expectExactLimit(limiter, "203.0.113.31");
    expect(performance.now() - began).toBeLessThan(2000);
    await redis.revive();
    await returns(limiter, "203.0.113.32");
  });

  test("counts in memory with a wrong password or where nobody listens", async () => {
    await redis.client.configSet("requirepass", "right-password");
    await expectExactLimit(await redisLimiter(redis.url.replace("//", "//:wrong-password@"), LIMITS.free), "203.0.113.7");
    await redis.client.configSet("requirepass", "");
    await expectExactLimit(await redisLimiter("redis://127.0.0.1:1", LIMITS.free), "203.0.113.8");
  });
});
