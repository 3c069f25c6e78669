import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { paymentUsage } from "@/lib/endpoints/payment/usage";
import { usageCalls } from "@/lib/endpoints/payment/usage/calls";
import { providerProfile } from "@/lib/endpoints/premium/providers/[name]";
import { routing } from "@/lib/endpoints/premium/routing";
import { signInWithToken } from "@/lib/http/session/account-session";
import { callInSession } from "@/lib/http/session/call-in-session";
import { readEverything, storeOpusScores } from "../../support/history/daily-world";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { browserAt } from "../../support/money/visits";
import { request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { rowsOf } from "../../support/stores/rows-of";

const ORIGIN = "https://data.example.org";

let database: TestDatabase;
beforeAll(async () => {
  process.env.PUBLIC_BASE_URL = ORIGIN;
  database = await useTestDatabase();
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await readEverything(database.db, aMinuteAgo);
  await storeOpusScores(database.db, { swe_bench: 80, human_eval: 95, mmlu_pro: 90 }, aMinuteAgo);
});
afterAll(() => database.close());

interface Billed {
  billing?: { credits_charged: number; no_charge_reason?: string };
  receipt?: { id: string };
}

test("200 mixed calls by bearer and in a session: usage and list equal the ledger to the credit", async () => {
  const { token, accountId, bearer } = await fundedToken(database.db, 120);
  const visit = browserAt(ORIGIN);
  await signInWithToken(visit, token);
  const answers: { status: number; body: Billed }[] = [];
  const byBearer = async (query: string, more: Record<string, string> = {}) => {
    const answer = await request(routing, `${routing.path}?task=code&${query}`, { headers: { ...bearer, ...more } });
    answers.push(answer);
    return answer;
  };
  for (let call = 0; call < 90; call++) await byBearer(`budget=${call + 1}`);
  for (let call = 0; call < 10; call++) await byBearer(`budget=${1000 + call}`, { "Idempotency-Key": `key-${call}` });
  for (let call = 0; call < 10; call++) {
    const repeat = await request(routing, `${routing.path}?task=code&budget=${1000 + call}`, {
      headers: { ...bearer, "Idempotency-Key": `key-${call}` },
    });
    expect(repeat.headers.get("idempotency-replayed")).toBe("true");
  }
  for (let call = 0; call < 15; call++) {
    const params = { name: `nobody-${call}` };
    answers.push(await request(providerProfile, `/api/premium/providers/${params.name}`, { headers: bearer, params }));
  }
  for (let call = 0; call < 15; call++) {
    const inSession = await callInSession(visit, routing, {
      query: { task: "code", budget: String(2000 + call) },
      idempotencyKey: `form-of-a-page-${call}`,
    });
    answers.push(inSession as { status: number; body: Billed });
  }
  for (let call = 0; call < 4; call++) expect((await byBearer("top_n=99")).status).toBe(400);
  for (let call = 0; call < 56; call++) await byBearer(`budget=${3000 + call}`);

  const charged = answers.filter(({ body }) => body.billing?.credits_charged === 1);
  expect(answers.filter(({ status }) => status === 402).length).toBeGreaterThan(40);
  expect(charged).toHaveLength(120);
  const [ledger] = await rowsOf(
    database.db,
    sql`select (-sum(amount) filter (where t.kind = 'usage'))::int as used, (count(*) filter (where t.kind = 'usage'))::int as calls, sum(amount)::int as left
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where e.account_id = ${accountId} and e.unit = 'credit'`,
  );
  expect(ledger).toEqual({ used: 120, calls: 120, left: 0 });
  const usage = (await request(paymentUsage, `${paymentUsage.path}?days=7`, { headers: bearer })).body;
  expect(usage).toMatchObject({ token_balance: 0, total_calls: 120, total_credits_spent: 120 });
  expect(usage.by_day.at(-1)).toMatchObject({ calls: 120, credits: 120, uncharged_calls: 15 });
  const { calls } = (await request(usageCalls, `${usageCalls.path}?limit=1000`, { headers: bearer })).body as {
    calls: { receipt_id: string; credits: number; reason: string | null; http_status: number }[];
  };
  const shown = calls.map((call) => [call.receipt_id, call.credits, call.reason, call.http_status]);
  const given = answers.flatMap(({ status, body: { billing, receipt } }) =>
    receipt ? [[receipt.id, billing?.credits_charged, billing?.no_charge_reason ?? null, status]] : [],
  );
  expect(shown.toSorted()).toEqual(given.toSorted());
  expect(await faultsOfLedger(database.db)).toEqual([]);
});
