import { afterAll, beforeAll, expect, test } from "vitest";
import { routing } from "@/lib/endpoints/premium/routing";
import { fundedToken } from "../../support/money/money";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request } from "../../support/server/request";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

test("weights of which none is above 0 are refused in words", async () => {
  const { bearer } = await fundedToken(database.db, 3);
  const { status, body } = await request(routing, "/api/premium/routing?w_quality=0&w_availability=0&w_cost=0&w_latency=0", {
    headers: bearer,
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    ok: false,
    error: "invalid_parameter",
    message: "At least one of `w_quality`, `w_availability`, `w_cost` and `w_latency` must be above 0.",
    parameter: "w_quality",
    given: "0",
    accepted: "a number above 0, here or for another weight",
  });
});
