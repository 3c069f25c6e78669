import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveModels } from "@/lib/endpoints/models/resolve";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { request } from "../../../support/server/request";

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

describe("GET /api/models/resolve", () => {
  test.each([
    ["no name", ""],
    ["an empty name", "?name="],
    ["commas alone", "?name=,,"],
    ["more than twenty names", `?name=${Array.from({ length: 21 }, (_, index) => `model-${index}`).join(",")}`],
    ["a name of 201 letters", `?name=${"x".repeat(201)}`],
  ])("refuses %s, with what is accepted", async (_, query) => {
    const { status, body } = await request(resolveModels, `/api/models/resolve${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ ok: false, parameter: "name", accepted: "1 to 20 names" });
  });
});
