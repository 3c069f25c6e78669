import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { LIMITS } from "@/lib/http/limits/limits";
import { httpCall, newAddress, type HttpAnswer } from "../support/server/http-call";
import { fundedToken } from "../support/money/money";
import { moneyWorld, type MoneyWorld } from "../support/money/money-world";
import { inTier } from "../support/lacks";
import { ensureBuild, runScript, startServer, type TestServer } from "../support/server/server";

const FLOOD = 600;
const PATH = "/api/premium/routing?task=code";

const guess = (): string => `aed_live_${randomBytes(32).toString("hex")}`;

beforeAll(ensureBuild);

describe.each(["pg", ...inTier([], ["pglite"] as const)] as const)("guessed tokens on %s", (driver) => {
  let world: MoneyWorld;
  let server: TestServer;
  let funded: Awaited<ReturnType<typeof fundedToken>>;
  beforeAll(async () => {
    world = await moneyWorld(driver);
    funded = await world.reading((db) => fundedToken(db, 20));
    server = await startServer(world.variables);
  });
  afterAll(async () => {
    await server?.stop();
    await world?.close();
  });

  const ask = (token: string, address: string, target = PATH): Promise<HttpAnswer> =>
    httpCall(server.port, { target, address, headers: { authorization: `Bearer ${token}` } });
  const statusOf = async (token: string, address: string): Promise<number> => (await ask(token, address)).status;

  async function flood(address: string): Promise<Map<number, number>> {
    const counted = new Map<number, number>();
    await Promise.all(
      Array.from({ length: FLOOD }, async (_, call) => {
        const { status } = await ask(guess(), address, call % 2 === 0 ? PATH : "/api/premium/routing?top_n=0");
        counted.set(status, (counted.get(status) ?? 0) + 1);
      }),
    );
    return counted;
  }

  const importToken = (token: string): Promise<string> => {
    const file = join(String(world.variables.DATA_DIR), `${token.slice(-8)}.jsonl`);
    writeFileSync(file, JSON.stringify({ token, balance: 5, created: "2025-05-01T10:00:00Z" }));
    return runScript("lib/server/cli/token-cli.ts", world.variables, ["import", "--file", file]);
  };

  test.each([driver].filter((name) => name === "pg"))(
    "are not looked up in the database (%s) beyond the 120 calls of their address",
    async () => {
      const lookups = () =>
        world.reading(
          async (db) =>
            (
              await rowsOf<{ lookups: number }>(
                db,
                sql`select (seq_scan + coalesce(idx_scan, 0))::int as lookups from pg_stat_user_tables where relname = 'tokens'`,
              )
            )[0]?.lookups ?? 0,
        );
      const before = await lookups();
      await flood(newAddress());
      // Backends report their statistics with a delay of seconds. One more call makes the last report visible.
      await expect.poll(lookups, { interval: 1000 }).toBeGreaterThan(before);
      await statusOf(funded.token, newAddress());
      expect((await lookups()) - before).toBeLessThanOrEqual(LIMITS.free.calls + 10);
    },
  );

  test("get 429 after 120 answers, with billing fields, while a valid token still works from there", async () => {
    const address = newAddress();
    expect(await statusOf(funded.token, address)).toBe(200);
    const counted = await flood(address);
    expect((counted.get(401) ?? 0) + (counted.get(400) ?? 0)).toBeLessThanOrEqual(LIMITS.free.calls);
    expect(counted.get(429)).toBeGreaterThanOrEqual(FLOOD - LIMITS.free.calls);
    const { status, headers, text } = await ask(guess(), address);
    expect([status, Number(headers["retry-after"]) > 0, headers["ratelimit-limit"]]).toEqual([429, true, "120"]);
    expect(JSON.parse(text)).toMatchObject({
      ok: false,
      error: "rate_limit_exceeded",
      billing: { credits_charged: 0, credits_remaining: null },
    });
    expect(await statusOf(funded.token, address)).toBe(200);
  });

  test("leave valid tokens uncounted: a paying token never uses up its address's calls", async () => {
    const address = newAddress();
    const { token } = funded;
    for (let call = 0; call < 3; call++) expect(await statusOf(token, address)).toBe(200);
    const free = await httpCall(server.port, { target: "/api/freshness", address });
    expect(free.headers["ratelimit-remaining"]).toBe(String(LIMITS.free.calls - 1));
  });

  test("work at once when they are issued after having been refused", async () => {
    const [token, address] = [guess(), newAddress()];
    for (let call = 0; call < 3; call++) expect(await statusOf(token, address)).toBe(401);
    expect(await importToken(token)).toContain("1 tokens imported");
    expect(await statusOf(token, address)).toBe(200);
  });

  test.each([driver].filter((name) => name === "pglite"))(
    "work after being issued, even from an address that has used up its calls, on %s",
    async () => {
      const [token, address] = [guess(), newAddress()];
      await flood(address);
      expect(await statusOf(token, address)).toBe(429);
      await importToken(token);
      expect(await statusOf(token, address)).toBe(200);
    },
  );
});
