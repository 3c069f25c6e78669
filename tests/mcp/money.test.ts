import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runNamedJob } from "@/lib/server/cli/job-commands";
import { callingWorld, type CallingWorld } from "../support/money/calling-world";
import { faultsOfLedger, fundedToken } from "../support/money/money";
import { textOf } from "../support/mcp/call-mcp";
import { callBestModel } from "../support/mcp/one-tool-call";
import { rowsOf } from "../support/stores/rows-of";

const CRASHING = "tests/support/mcp/run-tool-call.ts";

let world: CallingWorld;
beforeAll(async () => {
  world = await callingWorld();
});
afterAll(() => world.close());

const balanceOf = async (accountId: number) =>
  (await rowsOf<{ posted: number; held: number }>(world.db, sql`select posted::int, held::int from accounts where id = ${accountId}`))[0];

describe("a tool call that is paid by the bearer of its HTTP request", () => {
  test("is charged once and comes with its bill and receipt, beside the answer", async () => {
    const { bearer, accountId } = await fundedToken(world.db, 3);
    const result = await callBestModel({ authorization: bearer.Authorization });
    expect(textOf(result)).toMatch(/^Best for code: /);
    expect(result._meta).toMatchObject({ billing: { credits_charged: 1, credits_remaining: 2 }, receipt: { credits_charged: 1 } });
    expect(JSON.stringify([result.content, result.structuredContent])).not.toMatch(/credits|receipt/);
    expect(await balanceOf(accountId)).toEqual({ posted: 2, held: 0 });
  });

  test("of ten at once on one credit one is answered, and nine are told what to pay", async () => {
    const { bearer, accountId } = await fundedToken(world.db, 1);
    const calls = Array.from({ length: 10 }, (_, index) =>
      callBestModel({ authorization: bearer.Authorization }, { task: "code", budget: 100 + index }),
    );
    const results = await Promise.all(calls);
    expect(results.filter(({ isError }) => !isError)).toHaveLength(1);
    const refusals = results.filter(({ isError }) => isError).map(textOf);
    expect(refusals).toEqual(
      Array.from({ length: 9 }, () => expect.stringContaining("This call costs 1 credit: send a token that holds credits")),
    );
    expect(await balanceOf(accountId)).toEqual({ posted: 0, held: 0 });
    expect(await faultsOfLedger(world.db)).toEqual([]);
  });

  test("repeated with the same Idempotency-Key gets the same answer and one charge", async () => {
    const { bearer, accountId } = await fundedToken(world.db, 5);
    const headers = { authorization: bearer.Authorization, "idempotency-key": "retry-of-a-tool-call" };
    const [first, second] = [await callBestModel(headers), await callBestModel(headers)];
    expect(second._meta.receipt).toEqual(first._meta.receipt);
    expect(second._meta["idempotency-replayed"]).toBe(true);
    expect(textOf(second).split("\n\nRead at")[0]).toBe(textOf(first).split("\n\nRead at")[0]);
    expect(await balanceOf(accountId)).toEqual({ posted: 4, held: 0 });
  });

  test("costs nothing where it is refused: a wrong argument, a wrong name, a token of nobody", async () => {
    const { bearer, accountId } = await fundedToken(world.db, 5);
    const authorization = bearer.Authorization;
    const wrong = await callBestModel({ authorization }, { task: "poetry" });
    expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringContaining("`task` is not valid")]);
    const unknown = await callBestModel({ authorization }, { task: "code", max_price: 2 });
    expect([unknown.isError, textOf(unknown)]).toEqual([true, expect.stringContaining("`max_price` is not an argument")]);
    expect(await balanceOf(accountId)).toEqual({ posted: 5, held: 0 });
    const stranger = await callBestModel({ authorization: `Bearer aed_live_${"0".repeat(64)}` });
    expect([stranger.isError, stranger._meta.billing?.credits_charged ?? 0]).toEqual([true, 0]);
  });

  test("says without any credential, where nothing is sold, what it costs and what a caller can send", async () => {
    const { isError, structuredContent, content } = await callBestModel({});
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({ x402Version: 2, resource: { url: expect.stringContaining("/api/premium/routing") } });
    expect(content[0]?.text).toBe(
      "This call costs 1 credit: send a token that holds credits as the bearer of the HTTP request. No wallet is configured, so nothing can be bought here.",
    );
  });

  test.each([
    ["call:held", 0],
    ["call:computed", 0],
    ["call:captured", 1],
  ] as const)(
    "that is killed at %s charges only for a stored answer; a repeat with the same key gets one answer",
    async (step, charged) => {
      const { bearer, accountId } = await fundedToken(world.db, 5);
      const headers = { authorization: bearer.Authorization, "idempotency-key": `mcp-crash-${step}` };
      await expect(world.crash(step, headers, 1, CRASHING)).rejects.toThrow("ended with null");
      await runNamedJob(world.db, { name: "sweep-holds", now: new Date(Date.now() + 120_000).toISOString() });
      expect(await balanceOf(accountId)).toEqual({ posted: 5 - charged, held: 0 });
      const [again, third] = [await callBestModel(headers), await callBestModel(headers)];
      expect([again.isError, third._meta.receipt]).toEqual([undefined, again._meta.receipt]);
      expect(await balanceOf(accountId)).toEqual({ posted: 4, held: 0 });
      expect(await faultsOfLedger(world.db)).toEqual([]);
    },
  );
});
