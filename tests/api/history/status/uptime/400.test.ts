import { afterAll, beforeAll, expect, test } from "vitest";
import { statusUptime } from "@/lib/endpoints/history/status/uptime";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { useTestDatabase, type TestDatabase } from "../../../../support/stores/database";
import { request } from "../../../../support/server/request";

let database: TestDatabase;
const today = utcDay(new Date());

beforeAll(async () => {
  database = await useTestDatabase();
});

afterAll(() => database.close());

test.each([
  ["", "provider_required"],
  ["provider=", "provider_required"],
  ["provider=anthropic&from=2026-02-30", "invalid_from_date_format"],
  ["provider=anthropic&to=yesterday", "invalid_to_date_format"],
  [`provider=anthropic&from=${today}&to=${addDays(today, -1)}`, "from_after_to"],
  [`provider=anthropic&from=${addDays(today, -30)}`, "range_too_large"],
  [`provider=anthropic&to=${addDays(today, 1)}`, "invalid_parameter"],
  ["provider=anthropic&days=0", "invalid_parameter"],
  ["provider=anthropic&days=31", "invalid_parameter"],
  [`provider=anthropic&days=3&from=${today}`, "invalid_parameter"],
  ["provider=anthropic&provider=openai", "invalid_parameter"],
])("refuses ?%s with 400 %s", async (query, error) => {
  const { status, body } = await request(statusUptime, `/api/history/status/uptime?${query}`);
  expect({ status, error: body.error }).toEqual({ status: 400, error });
});

test("answers 400 with the available ids for an unknown provider", async () => {
  const { status, body } = await request(statusUptime, "/api/history/status/uptime?provider=zzzz");
  expect({ status, error: body.error }).toEqual({ status: 400, error: "invalid_parameter" });
  expect(body.available_providers).toContain("anthropic");
});
