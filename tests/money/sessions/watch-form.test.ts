import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { createWatch, listWatches } from "@/lib/endpoints/premium/watches";
import { testWatch } from "@/lib/endpoints/premium/watches/[id]/test";
import { answerInSession } from "@/lib/http/session/answer-in-session";
import { signInWithToken } from "@/lib/http/session/account-session";
import type { ApiError } from "@/lib/errors";
import { faultsOfLedger } from "../../support/money/money";
import { fundedAccount } from "../../support/money/paid-calls";
import { browserAt } from "../../support/money/visits";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

/** What the form of a new watch asks in a session. */
const SITE = "https://data.example.org";

let opened: TestDatabase;
beforeAll(async () => {
  process.env.PUBLIC_BASE_URL = SITE;
  opened = await useTestDatabase();
});
afterAll(() => opened.close());

const refusalOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => {
      throw new Error("it was not refused");
    },
    (error: ApiError) => error,
  );

async function visitor(credits: number) {
  const { token } = await fundedAccount(opened.db, credits);
  const browser = browserAt(SITE);
  await signInWithToken(browser, token);
  return browser;
}

const BODY = { spec: { type: "digest", cadence: "daily" }, callback_url: "https://93.184.215.14/hook", secret: "generate" };

test("previews under the form's key charge nothing and do not use it up; the order is charged once, and repeated with its secret", async () => {
  const browser = await visitor(3);
  const idempotencyKey = randomUUID();
  const draft = { body: { ...BODY, dry_run: true }, idempotencyKey };
  for (let time = 0; time < 2; time++) {
    expect(await answerInSession(browser, createWatch, draft)).toMatchObject({ watch: null, billing: { credits_remaining: 3 } });
  }
  const order = { body: BODY, idempotencyKey };
  const first = await answerInSession(browser, createWatch, order);
  expect(first).toMatchObject({ watch: { status: "active" }, billing: { credits_charged: 1, credits_remaining: 2 } });
  const again = await answerInSession(browser, createWatch, order);
  expect([again.watch?.id, again.secret]).toEqual([first.watch?.id, first.secret]);
  expect(await answerInSession(browser, listWatches, {})).toMatchObject({ count: 1 });
  expect(await answerInSession(browser, paymentBalance, {})).toMatchObject({ balance: 2 });
  expect(await faultsOfLedger(opened.db)).toEqual([]);
});

test("what an endpoint refuses is thrown with its code, its details and the time to wait", async () => {
  const browser = await visitor(1);
  const ask = (body: object) => answerInSession(browser, createWatch, { body, idempotencyKey: randomUUID() });
  expect(await refusalOf(ask({ ...BODY, spec: { type: "price", field: "blended", op: "changes" } }))).toMatchObject({
    code: "invalid_spec",
    details: { reason: "price_watch_model_required" },
  });
  const { watch } = await ask(BODY);
  expect(await refusalOf(ask(BODY))).toMatchObject({ code: "insufficient_credits", details: { required: 1, balance: 0 } });
  const ping = () => answerInSession(browser, testWatch, { params: { id: watch?.id ?? "" } });
  const pings = await Promise.allSettled(Array.from({ length: 11 }, ping));
  const refused = pings.flatMap((one) => (one.status === "rejected" ? [one.reason as ApiError] : []));
  expect(refused).toMatchObject([
    { code: "watch_daily_limit_reached", details: { limit: 10 }, headers: { "Retry-After": expect.stringMatching(/^\d+$/) } },
  ]);
});
