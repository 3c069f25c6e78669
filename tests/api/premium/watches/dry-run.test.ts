import { describe, expect, test } from "vitest";
import { DRY_RUNS } from "@/lib/domain/money/call-breakers";
import { faultsOfLedger, fundedToken } from "../../../support/money/money";
import { countWatches, opened, register, SPEC, useRegistrations, validBody } from "./registrations";

useRegistrations();

const dry = (over: Record<string, unknown> = {}) => validBody({ ...over, dry_run: true });

describe("a dry run", () => {
  test("says what the watch would see, and creates, holds and charges nothing", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    const { status, body, headers } = await register(dry({ secret: "generate" }), bearer);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(body).toMatchObject({
      ok: true,
      dry_run: true,
      watch: null,
      follows: [expect.stringMatching(/^\w+\/.+/)],
      current_value: 15,
      would_fire_now: false,
      warnings: [],
      billing: { credits_charged: 0, credits_remaining: 3 },
    });
    expect(body).not.toHaveProperty("secret");
    expect(body).not.toHaveProperty("receipt");
    expect(await countWatches()).toBe(0);
    expect(await faultsOfLedger(opened.db)).toEqual([]);
  });

  test("says that a price holds already, and so does the creation", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    const spec = { ...SPEC, threshold: 20 };
    for (const { body } of [await register(dry({ spec }), bearer), await register(validBody({ spec }), bearer)]) {
      expect(body).toMatchObject({ current_value: 15, would_fire_now: true, warnings: [expect.stringContaining("already below 20")] });
    }
    expect((await register(dry({ spec: { ...SPEC, op: "gt", threshold: 1 } }), bearer)).body.would_fire_now).toBe(true);
    expect(
      (await register(dry({ spec: { type: "price", model: SPEC.model, field: "blended", op: "changes" } }), bearer)).body,
    ).toMatchObject({
      current_value: 15,
      would_fire_now: false,
    });
  });

  test("gives states of services, null for what is not known, and no content of a digest", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    const status = { type: "status", provider: "Anthropic", op: "becomes" };
    expect((await register(dry({ spec: { ...status, value: "operational" } }), bearer)).body).toMatchObject({
      current_value: { anthropic: "operational" },
      would_fire_now: true,
      warnings: [expect.stringContaining("operational already")],
    });
    expect((await register(dry({ spec: { ...status, value: "down" } }), bearer)).body.would_fire_now).toBe(false);
    expect((await register(dry({ spec: { ...SPEC, model: "not a model" } }), bearer)).body).toMatchObject({
      current_value: null,
      would_fire_now: null,
      warnings: [expect.stringContaining("not a model")],
    });
    const digest = (await register(dry({ spec: { type: "digest", cadence: "daily" } }), bearer)).body;
    expect(Object.keys(digest).toSorted()).toEqual(
      ["billing", "current_value", "dry_run", "example", "follows", "freshness", "ok", "warnings", "watch", "would_fire_now"].toSorted(),
    );
    expect(digest.current_value).toBeNull();
  });

  test("tells no private name from a missing one", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    const answers = await Promise.all(
      ["https://10.0.0.1/", "https://db.internal/", "https://localhost/", "https://no-such-name.invalid/", "https://169.254.169.254/"].map(
        (url) => register(dry({ callback_url: url }), bearer),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.error, body.reason, body.message])).toEqual(
      answers.map(() => [400, "invalid_callback_url", "no_public_address", answers[0]?.body.message]),
    );
    expect((await register(dry({ callback_url: "http://example.com/" }), bearer)).body.reason).toBe("callback_url_must_be_https");
  });

  test("needs a token, refuses payments, and has a limit of its own", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    expect((await register(dry())).body.error).toBe("token_required");
    expect((await register(dry(), { authorization: "Bearer nobody" })).status).toBe(401);
    for (const name of ["x-payment", "payment-signature", "x-payment-tx"]) {
      const { status, body } = await register(dry(), { [name]: `0x${"11".repeat(32)}` });
      expect([name, status, body.error]).toEqual([name, 400, "dry_run_takes_no_payment"]);
    }
    expect((await register(dry(), { ...bearer, "x-payment": "eyJ9" })).body.error).toBe("multiple_credentials");
    const answers = await Promise.all(Array.from({ length: DRY_RUNS.calls + 5 }, () => register(dry(), bearer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(DRY_RUNS.calls);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.body.error, refused?.body.limit, refused?.headers.get("retry-after")]).toEqual([
      "rate_limit_exceeded",
      DRY_RUNS.calls,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await register(validBody(), bearer)).status).toBe(200);
  });
});
