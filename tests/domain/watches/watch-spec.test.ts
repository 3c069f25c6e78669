import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readWatchSpec, SPEC_FAULTS } from "@/lib/domain/watches/watch-spec";

describe("readWatchSpec", () => {
  const price = { type: "price", model: "Claude Opus 4.5", field: "blended", op: "lt", threshold: 30 };
  const status = { type: "status", provider: "anthropic", op: "becomes", value: "down" };

  test.each([
    [price, price],
    [
      { ...price, op: "changes" },
      { type: "price", model: "Claude Opus 4.5", field: "blended", op: "changes" },
    ],
    [
      { ...price, op: "gt", threshold: 0, field: "inputPrice", model: "  gpt-5  " },
      { type: "price", model: "gpt-5", field: "inputPrice", op: "gt", threshold: 0 },
    ],
    [status, status],
    [
      { ...status, op: "changes" },
      { type: "status", provider: "anthropic", op: "changes" },
    ],
    [
      { type: "digest", cadence: "daily", extra: "left out" },
      { type: "digest", cadence: "daily" },
    ],
    [
      { type: "digest", cadence: "weekly" },
      { type: "digest", cadence: "weekly" },
    ],
  ])("reads %j as %j", (input, spec) => {
    expect(readWatchSpec(input)).toEqual({ spec, fault: null });
  });

  test.each([
    ["spec_required", [undefined, null, "price", 3, [], [price]]],
    ["unsupported_watch_type", [{}, { type: "leaderboard_rank" }, { type: "Price" }, { type: null }]],
    [
      "price_watch_model_required",
      [
        { ...price, model: undefined },
        { ...price, model: "  " },
        { ...price, model: 7 },
        { ...price, model: "x".repeat(201) },
        { ...price, model: "a\u0000b" },
        { ...price, model: "half \ud83d" },
      ],
    ],
    [
      "price_watch_field_invalid",
      [
        { ...price, field: undefined },
        { ...price, field: "input" },
        { ...price, field: "toString" },
      ],
    ],
    [
      "price_watch_op_invalid",
      [
        { ...price, op: undefined },
        { ...price, op: "lte" },
        { ...price, op: "LT" },
      ],
    ],
    [
      "price_watch_threshold_required",
      [
        { ...price, threshold: undefined },
        { ...price, threshold: "30" },
        { ...price, threshold: -1 },
        { ...price, threshold: NaN },
        { ...price, threshold: Infinity },
      ],
    ],
    [
      "status_watch_provider_required",
      [
        { ...status, provider: undefined },
        { ...status, provider: "" },
        { ...status, provider: "open\u0007ai" },
      ],
    ],
    ["status_watch_op_invalid", [{ ...status, op: "is" }]],
    [
      "status_watch_value_required_when_becomes",
      [
        { ...status, value: undefined },
        { ...status, value: "unknown" },
        { ...status, value: "Down" },
      ],
    ],
    ["digest_watch_cadence_invalid", [{ type: "digest" }, { type: "digest", cadence: "hourly" }]],
  ])("refuses invalid input with the fault %s", (fault, inputs) => {
    for (const input of inputs) expect(readWatchSpec(input)).toEqual({ spec: null, fault });
    expect(Object.keys(SPEC_FAULTS)).toContain(fault);
  });

  test("returns either a spec or a fault for any value, and never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        const { spec, fault } = readWatchSpec(input);
        expect((spec === null) !== (fault === null)).toBe(true);
      }),
    );
  });
});
