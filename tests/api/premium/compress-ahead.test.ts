import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { plainBody } from "@/lib/http/answer";
import { answerCall } from "@/lib/http/call/answer-call";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { release } from "../../support/money/paid-calls";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

const endpoint = defineEndpoint({
  method: "GET",
  path: "/api/premium/ahead",
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
  const parts: { text: string; isWhole: boolean }[] = [];
  const request = {
    method: "GET",
    url: `http://test.local/api/premium/ahead${query}`,
    headers: new Headers(bearer),
    body: null,
    compressAhead: (part: Uint8Array, isWhole: boolean) => void parts.push({ text: Buffer.from(part).toString(), isWhole }),
  };
  const answer = await answerCall(endpoint, request, {});
  return { status: answer.status, body: Buffer.from(plainBody(answer) ?? ""), parts };
}

test("passes the body on before the charge: first without its end, then whole as it is sent", async () => {
  const { status, body: sent, parts } = await ask("", 5);
  const [beginning, whole] = parts;
  expect(parts.map(({ isWhole }) => isWhole)).toEqual([false, true]);
  expect([status, sent.toString()]).toEqual([200, whole?.text]);
  expect(whole?.text.slice(0, beginning?.text.length)).toBe(beginning?.text);
  const { billing, receipt, ...body } = JSON.parse(whole?.text ?? "");
  expect(JSON.parse(`${beginning?.text}}`)).toEqual(body);
  expect([Object.keys(body), body.z[599], billing.credits_remaining, receipt.credits_charged]).toEqual([
    ["ok", "z", "a", "freshness"],
    { b: 74.875, a: "é599" },
    4,
    1,
  ]);
});

test("sends nothing of the body when the charge fails", async () => {
  const { body, parts } = await ask("?lose=1", 5);
  expect(parts).toHaveLength(2);
  expect(JSON.parse(body.toString())).toMatchObject({ error: "hold_lost" });
});

test("passes nothing on for a refused call", async () => {
  const { body, parts } = await ask("", 0);
  expect([JSON.parse(body.toString()).error, parts]).toEqual(["insufficient_credits", []]);
  expect(await faultsOfLedger(database.db)).toEqual([]);
});
