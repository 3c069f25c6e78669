import { LOOKUPS } from "@/lib/domain/money/call-breakers";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { rowsOf } from "../../../support/stores/rows-of";
import { deleteWatch, watch as readWatch } from "@/lib/endpoints/premium/watches/[id]";
import { faultsOfLedger, fundedToken } from "../../../support/money/money";
import { request } from "../../../support/server/request";
import { aWatch, watchRow } from "../../../support/watches/watches";
import { CALLBACK, countWatches, opened, PATH, register, SPEC, useRegistrations, validBody } from "./registrations";

useRegistrations();

describe("a registered watch", () => {
  test("is active, costs one credit, and shows neither secret nor token", async () => {
    const { bearer, token } = await fundedToken(opened.db, 3);
    const { status, body, text } = await register(validBody({ secret: "a shared secret of mine", fire_cap: 7 }), bearer);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      watch: {
        spec: SPEC,
        callback_url: CALLBACK,
        fire_count: 0,
        fire_cap: 7,
        last_fired_at: null,
        last_delivery_status: null,
        status: "active",
        has_secret: true,
        verified: false,
      },
      warnings: [],
      billing: { credits_charged: 1, credits_remaining: 2 },
      receipt: { credits_charged: 1, endpoint: PATH, method: "POST", body_sha256: expect.stringMatching(/^sha256:/) },
    });
    expect(body.watch.id).toMatch(/^wat_[0-9a-f]{24}$/);
    expect(Date.parse(body.watch.expires_at) - Date.parse(body.watch.created)).toBe(90 * 86_400_000);
    expect(text).not.toContain("a shared secret of mine");
    expect(text).not.toContain(token);
    expect(await faultsOfLedger(opened.db)).toEqual([]);
  });

  test("starts from the current values: (5 + 25) / 2 = 15 for the listing, and the states of the services", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    const priced = await register(validBody(), bearer);
    expect(await watchRow(opened.db, priced.body.watch.id)).toMatchObject({ subjects: ["anthropic/claude-opus-4-5"], lastValue: 15 });
    const followed = await register(validBody({ spec: { type: "status", provider: "Anthropic", op: "changes" } }), bearer);
    expect((await watchRow(opened.db, followed.body.watch.id)).lastStates).toMatchObject({ anthropic: "operational" });
  });

  test("names the listing that a family's name meant, and stays with it", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    const { body } = await register(validBody({ spec: { ...SPEC, model: "opus" } }), bearer);
    expect([body.follows, body.warnings]).toEqual([
      ["anthropic/claude-opus-4-5"],
      ['"opus" names a family: Claude Opus 4.5 (anthropic/claude-opus-4-5) is its newest active release. The watch stays with it.'],
    ]);
  });

  test("stores its secret only encrypted", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    const made = await register(validBody({ secret: "generate" }), { ...bearer, "Idempotency-Key": "secret-1" });
    await register(validBody({ secret: "my own secret, 16 or more" }), bearer);
    const { secret } = made.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [dump] = await rowsOf<{ text: string }>(
      opened.db,
      sql`select (select json_agg(w)::text from watches w) || (select json_agg(s)::text from stored_answers s) as text`,
    );
    expect(dump?.text).toContain("secret-1");
    expect(dump?.text).not.toContain(secret);
    expect(dump?.text).not.toContain("my own secret");
  });

  test("answers no secret unless it was generated", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    for (const over of [{}, { secret: null }, { secret: "sixteen letters!" }]) {
      expect((await register(validBody(over), bearer)).body).not.toHaveProperty("secret");
    }
  });

  test("may name an unknown model or provider, with a warning", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    const price = await register(validBody({ spec: { ...SPEC, model: "gpt-99" } }), bearer);
    expect(price.body).toMatchObject({
      watch: { status: "active" },
      warnings: ['No model is called "gpt-99" at present; the watch begins when one is.'],
      billing: { credits_charged: 1 },
    });
    const status = await register(validBody({ spec: { type: "status", provider: "nobody at all", op: "changes" } }), bearer);
    expect(status.body.warnings).toEqual(['No status page of "nobody at all" is followed at present; the watch begins when one is.']);
  });

  test("drops what its kind does not need, and has a cap of 100 fires by default", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    const { body } = await register(validBody({ spec: { ...SPEC, op: "changes", threshold: 5 }, fire_cap: null }), bearer);
    expect(body.watch).toMatchObject({ spec: { type: "price", model: "Claude Opus 4.5", field: "blended", op: "changes" }, fire_cap: 100 });
  });

  test("is created once per Idempotency-Key, and a repeat gets the same answer with its generated secret", async () => {
    const { bearer } = await fundedToken(opened.db, 5);
    const keyed = { ...bearer, "Idempotency-Key": "one-watch" };
    const first = await register(validBody({ secret: "generate" }), keyed);
    const second = await register(validBody({ secret: "generate" }), keyed);
    expect([second.status, second.text, second.headers.get("idempotency-replayed")]).toEqual([200, first.text, "true"]);
    expect(await countWatches()).toBe(1);
    const other = await register(validBody({ fire_cap: 3 }), keyed);
    expect([other.status, other.body.error, other.body.billing]).toEqual([
      422,
      "idempotency_mismatch",
      { credits_charged: 0, credits_remaining: 4 },
    ]);
  });

  test("becomes active only when its call is charged", async () => {
    const { bearer } = await fundedToken(opened.db, 1);
    await opened.db.execute(
      sql.raw("create function refuse_capture() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$; "),
    );
    await opened.db.execute(
      sql.raw(
        "create trigger refuse_capture before update on holds for each row when (new.status = 'captured') execute function refuse_capture()",
      ),
    );
    const failed = await register(validBody(), bearer);
    await opened.db.execute(sql.raw("drop trigger refuse_capture on holds"));
    await opened.db.execute(sql.raw("drop function refuse_capture"));
    expect(failed.status).toBe(500);
    expect(await rowsOf(opened.db, sql`select status from watches`)).toEqual([{ status: "draft" }]);
    const made = await register(validBody(), bearer);
    expect([made.status, made.body.billing]).toEqual([200, { credits_charged: 1, credits_remaining: 0 }]);
  });
});

describe("401 and 402", () => {
  test("401 for an unknown token, 402 without a token or credits", async () => {
    const { bearer } = await fundedToken(opened.db, 0);
    expect(await register(validBody(), { Authorization: `Bearer aed_live_${"0".repeat(64)}` })).toMatchObject({
      status: 401,
      body: { error: "invalid_token", billing: { credits_charged: 0, credits_remaining: 0 } },
    });
    expect(await register(validBody())).toMatchObject({
      status: 402,
      body: { error: "payment_required", credits_required: 1, billing: { credits_charged: 0 } },
    });
    expect(await register(validBody(), bearer)).toMatchObject({
      status: 402,
      body: { error: "insufficient_credits", balance: 0, billing: { credits_charged: 0, credits_remaining: 0 } },
    });
    expect(await countWatches()).toBe(0);
  });
});

describe("409", () => {
  test("per_token_watch_cap_reached at 25 active watches of an account, until one is deleted", async () => {
    const { bearer, accountId } = await fundedToken(opened.db, 3);
    const ids: string[] = [];
    for (let count = 0; count < 25; count++) ids.push((await aWatch(opened.db, { accountId, isVerified: true })).id);
    const { status, body } = await register(validBody(), bearer);
    expect([status, body.error, body.limit, body.billing]).toEqual([
      409,
      "per_token_watch_cap_reached",
      25,
      expect.objectContaining({ credits_charged: 0, credits_remaining: 3 }),
    ]);
    await request(deleteWatch, `${PATH}/${ids[0]}`, { method: "DELETE", headers: bearer, params: { id: ids[0] as string } });
    expect((await register(validBody(), bearer)).status).toBe(200);
  });

  test("keeps the cap under thirty parallel registrations", async () => {
    const { bearer } = await fundedToken(opened.db, 30);
    const calls = Array.from({ length: 30 }, (_, index) =>
      register(validBody({ callback_url: `https://93.184.216.${index}/hook`, fire_cap: index + 1 }), bearer),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409).map(({ body }) => body)).toEqual([]);
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 409).length]).toEqual([25, 5]);
    expect(await faultsOfLedger(opened.db)).toEqual([]);
  });
});

test("answers 429 identical_request_loop after twenty identical registrations in a minute", async () => {
  const { bearer } = await fundedToken(opened.db, 30);
  for (let call = 0; call < 20; call++) await register(validBody(), bearer);
  expect(await register(validBody(), bearer)).toMatchObject({
    status: 429,
    body: { error: "identical_request_loop", billing: { credits_charged: 0 } },
  });
});

test("lets another account watch a host that twenty unverified watches of one account call", async () => {
  const { accountId } = await fundedToken(opened.db, 0);
  for (let count = 0; count < 20; count++) await aWatch(opened.db, { accountId, callbackUrl: CALLBACK });
  const { bearer } = await fundedToken(opened.db, 3);
  expect((await register(validBody(), bearer)).status).toBe(200);
});

test("takes any text as a secret, and warns of a short one", async () => {
  const { bearer } = await fundedToken(opened.db, 9);
  const own = await register(validBody({ secret: "short" }), bearer);
  expect([own.status, own.body.warnings]).toEqual([200, [expect.stringContaining("5 characters")]]);
  const generated = await register(validBody({ secret: "generate" }), bearer);
  expect([generated.body.secret, generated.body.warnings]).toEqual([expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), []]);
  const encoded = `whsec_${Buffer.from("twenty-four bytes of key").toString("base64")}`;
  expect((await register(validBody({ secret: encoded }), bearer)).status).toBe(200);
  expect(await rowsOf(opened.db, sql`select is_secret_encoded as encoded from watches order by created_at, id`)).toHaveLength(3);
  expect(await rowsOf(opened.db, sql`select count(*)::int as encoded from watches where is_secret_encoded`)).toEqual([{ encoded: 2 }]);
});

test("looks up ten names a minute for one account, and then refuses names without asking for them", async () => {
  const { bearer } = await fundedToken(opened.db, 9);
  const named = (count: number) => register(validBody({ callback_url: `https://name-${count}.invalid/hook` }), bearer);
  for (let count = 0; count < LOOKUPS.calls; count++) expect((await named(count)).body.error).toBe("callback_url_unresolvable");
  const refused = await named(99);
  expect([refused.status, refused.body.error, refused.body.limit, refused.body.billing.credits_charged]).toEqual([
    429,
    "rate_limit_exceeded",
    LOOKUPS.calls,
    0,
  ]);
  expect((await register(validBody(), bearer)).status).toBe(200);
});

test("lets the owner read a paid watch", async () => {
  const { bearer } = await fundedToken(opened.db, 3);
  const { body } = await register(validBody(), bearer);
  const read = await request(readWatch, `${PATH}/${body.watch.id}`, { headers: bearer, params: { id: body.watch.id } });
  expect(read.body).toEqual({ ok: true, watch: body.watch, billing: { credits_charged: 0, credits_remaining: 2 } });
});
