import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { answerPremium } from "@/lib/http/answer-premium";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { release } from "../../support/money/paid-calls";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

const told = defineEndpoint({
  method: "GET",
  path: "/api/premium/told",
  tag: "History",
  summary: "An answer that may lose its hold",
  description: "For this test.",
  access: premium(1),
  reads: [],
  maxAgeSeconds: 0,
  query: z.object({ lose: z.string().optional() }),
  response: z.strictObject({ z: z.array(z.strictObject({ b: z.number(), a: z.string() })), a: z.string() }),
  errors: {},
}).handle(async ({ query, db, payer }) => {
  if (query.lose) await release(db, payer?.reference ?? "");
  return { z: Array.from({ length: 600 }, (_, index) => ({ b: index / 8, a: `é${index}` })), a: "x" };
});

async function ask(query: string, credits: number) {
  const { bearer } = await fundedToken(database.db, credits);
  const foreseen: { told: string; isWhole: boolean }[] = [];
  const request = {
    method: "GET",
    url: `http://test.local/api/premium/told${query}`,
    headers: new Headers(bearer),
    body: null,
    foresee: (part: Uint8Array, isWhole: boolean) => void foreseen.push({ told: Buffer.from(part).toString(), isWhole }),
  };
  const answer = await answerPremium(told, 1, request, {}).catch((error: unknown) => error);
  return { answer, foreseen };
}

test("what will be sent is told before it is charged: without its end, then whole and as it is sent", async () => {
  const { answer, foreseen } = await ask("", 5);
  const [begun, whole] = foreseen;
  expect(foreseen.map(({ isWhole }) => isWhole)).toEqual([false, true]);
  expect(answer).toMatchObject({ status: 200, body: Buffer.from(whole?.told ?? "") });
  expect(whole?.told.slice(0, begun?.told.length)).toBe(begun?.told);
  const { billing, receipt, ...body } = JSON.parse(whole?.told ?? "");
  expect(JSON.parse(`${begun?.told}}`)).toEqual(body);
  expect([Object.keys(body), body.z[599], billing.credits_remaining, receipt.credits_charged]).toEqual([
    ["ok", "z", "a", "freshness"],
    { b: 74.875, a: "é599" },
    4,
    1,
  ]);
});

test("where the charge fails nobody is sent what was foreseen", async () => {
  const { answer, foreseen } = await ask("?lose=1", 5);
  expect(foreseen).toHaveLength(2);
  expect(answer).toMatchObject({ code: "hold_lost" });
});

test("nothing is foreseen of a call that is refused", async () => {
  const { answer, foreseen } = await ask("", 0);
  expect([answer, foreseen]).toEqual([expect.objectContaining({ code: "insufficient_credits" }), []]);
  expect(await faultsOfLedger(database.db)).toEqual([]);
});
