import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { models } from "@/lib/endpoints/models";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request } from "../../support/server/request";

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

describe("GET /api/models", () => {
  test.each([
    ["provider", "no-such-provider"],
    ["provider", "💥"],
    ["include", "everything"],
    ["capability", "telepathy"],
    ["tier", "huge"],
    ["max_price", "-1"],
    ["max_price", "cheap"],
    ["max_input_price", "1e999"],
    ["max_output_price", "NaN"],
    ["min_context", "-5"],
    ["min_context", "1.5"],
    ["min_input", "-5"],
    ["open_weights", "maybe"],
  ])("refuses %s=%s with the parameter, the value and the accepted values", async (parameter, value) => {
    const { status, body } = await request(models, `/api/models?${parameter}=${encodeURIComponent(value)}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ ok: false, error: "invalid_parameter", parameter, given: value, accepted: expect.any(String) });
  });

  test("refuses a repeated parameter", async () => {
    expect(await request(models, "/api/models?tier=mid&tier=budget")).toMatchObject({
      status: 400,
      body: { error: "invalid_parameter", parameter: "tier" },
    });
  });

  test("quotes at most 80 characters of the value", async () => {
    const { body } = await request(models, `/api/models?provider=${"x".repeat(100)}`);
    expect(body.given).toHaveLength(80);
  });
});
