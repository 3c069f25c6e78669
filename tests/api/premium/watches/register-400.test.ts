import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { rowsOf } from "../../../support/stores/rows-of";
import { opus, storeListings } from "../../../support/history/daily-world";
import { fundedToken } from "../../../support/money/money";
import { forgetPrepared } from "../../../support/server/request";
import { CALLBACK, countWatches, opened, postText, register, SPEC, useRegistrations, validBody } from "./registrations";

useRegistrations();

describe("400 without a charge", () => {
  const FAULTY: [string, string, Record<string, unknown>, unknown][] = [
    ["invalid_spec", "spec_required", { reason: "spec_required" }, { callback_url: CALLBACK }],
    ["invalid_spec", "spec_required for null", { reason: "spec_required" }, validBody({ spec: null })],
    ["invalid_spec", "unsupported_watch_type", { reason: "unsupported_watch_type" }, validBody({ spec: { type: "leaderboard_rank" } })],
    ["invalid_spec", "price_watch_model_required", { reason: "price_watch_model_required" }, validBody({ spec: { ...SPEC, model: "" } })],
    ["invalid_spec", "price_watch_field_invalid", { reason: "price_watch_field_invalid" }, validBody({ spec: { ...SPEC, field: "cost" } })],
    ["invalid_spec", "price_watch_op_invalid", { reason: "price_watch_op_invalid" }, validBody({ spec: { ...SPEC, op: "below" } })],
    [
      "invalid_spec",
      "price_watch_threshold_required",
      { reason: "price_watch_threshold_required" },
      validBody({ spec: { ...SPEC, threshold: "10" } }),
    ],
    [
      "invalid_spec",
      "status_watch_provider_required",
      { reason: "status_watch_provider_required" },
      validBody({ spec: { type: "status", op: "changes" } }),
    ],
    [
      "invalid_spec",
      "status_watch_op_invalid",
      { reason: "status_watch_op_invalid" },
      validBody({ spec: { type: "status", provider: "openai", op: "is" } }),
    ],
    [
      "invalid_spec",
      "status_watch_value_required_when_becomes",
      { reason: "status_watch_value_required_when_becomes" },
      validBody({ spec: { type: "status", provider: "openai", op: "becomes" } }),
    ],
    [
      "invalid_spec",
      "digest_watch_cadence_invalid",
      { reason: "digest_watch_cadence_invalid" },
      validBody({ spec: { type: "digest", cadence: "hourly" } }),
    ],
    ["callback_url_required", "without a callback_url", {}, { spec: SPEC }],
    ["invalid_callback_url", "not a string", { reason: "invalid_url" }, validBody({ callback_url: 7 })],
    ["invalid_callback_url", "not a URL", { reason: "invalid_url" }, validBody({ callback_url: "not a url" })],
    [
      "invalid_callback_url",
      "without TLS",
      { reason: "callback_url_must_be_https" },
      validBody({ callback_url: "http://93.184.215.14/hook" }),
    ],
    [
      "invalid_callback_url",
      "with credentials",
      { reason: "callback_url_has_credentials" },
      validBody({ callback_url: "https://me:pass@93.184.215.14/hook" }),
    ],
    [
      "invalid_callback_url",
      "another port",
      { reason: "callback_url_port_not_allowed" },
      validBody({ callback_url: "https://93.184.215.14:8080/hook" }),
    ],
    [
      "invalid_callback_url",
      "a private address",
      { reason: "callback_url_resolves_to_private_host" },
      validBody({ callback_url: "https://10.0.0.1/hook" }),
    ],
    ["callback_url_unresolvable", "an unresolvable name", {}, validBody({ callback_url: "https://nothing.invalid/hook" })],
    ...[0, 1001, 0.5, -1, "10", true].map((fire_cap): [string, string, Record<string, unknown>, unknown] => [
      "fire_cap_invalid",
      JSON.stringify(fire_cap),
      {},
      validBody({ fire_cap }),
    ]),
    ...["", "whsec_", "whsec_no base64", "x".repeat(257), 5, "0123456789abcdef\n"].map(
      (secret): [string, string, Record<string, unknown>, unknown] => [
        "invalid_secret",
        JSON.stringify(secret).slice(0, 20),
        {},
        validBody({ secret }),
      ],
    ),
    ["invalid_json", "a list", {}, []],
    ["invalid_json", "a text", {}, "spec"],
  ];

  test.each(FAULTY)("%s: %s", async (error, _, details, invalidBody) => {
    const { bearer, accountId } = await fundedToken(opened.db, 3);
    const { status, body } = await register(invalidBody, bearer);
    expect([status, body.error]).toEqual([400, error]);
    expect(body).toMatchObject({ ok: false, ...details, billing: { credits_charged: 0, credits_remaining: 3 } });
    expect(await countWatches()).toBe(0);
    expect(await rowsOf(opened.db, sql`select posted::int, held::int from accounts where id = ${accountId}`)).toEqual([
      { posted: 3, held: 0 },
    ]);
  });

  test("invalid_json: text that is not JSON", async () => {
    const { bearer } = await fundedToken(opened.db, 3);
    for (const text of ["", "{", "spec=price"]) {
      expect(await postText(text, bearer)).toMatchObject({
        status: 400,
        body: { error: "invalid_json", billing: { credits_charged: 0, credits_remaining: 3 } },
      });
    }
  });

  test("ambiguous_model: an ambiguous name, with its candidates", async () => {
    await storeListings(
      opened.db,
      [opus({ providerId: "openai", modelId: "twin" }), opus({ providerId: "mistral", modelId: "twin" })].map((listing) => ({
        ...listing,
        name: "Twin",
      })),
      new Date(),
    );
    forgetPrepared();
    const { bearer } = await fundedToken(opened.db, 3);
    const { status, body } = await register(validBody({ spec: { ...SPEC, model: "Twin" } }), bearer);
    expect([status, body.error, body.candidates, body.billing.credits_charged, body.billing.credits_remaining]).toEqual([
      400,
      "ambiguous_model",
      ["mistral/twin", "openai/twin"],
      0,
      3,
    ]);
  });

  test("refuses a fault before it demands payment", async () => {
    expect(await register(validBody({ fire_cap: 0 }))).toMatchObject({
      status: 400,
      body: { error: "fire_cap_invalid", billing: { credits_charged: 0, credits_remaining: 0 } },
    });
  });
});
