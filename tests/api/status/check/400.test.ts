import { afterAll, beforeAll, expect, test } from "vitest";
import { statusCheck } from "@/lib/endpoints/status/check";
import { request } from "../../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
});

afterAll(() => database.close());

const refusal = async (query: string) => {
  const { status, body } = await request(statusCheck, `/api/status/check${query}`);
  return { status, ...body };
};

test("names neither services nor models", async () => {
  expect(await refusal("")).toMatchObject({ status: 400, error: "missing_required_params" });
  expect(await refusal("?services=&models=")).toMatchObject({ status: 400 });
  expect(await refusal("?services=,%20,")).toMatchObject({ status: 400, error: "invalid_parameter", parameter: "services" });
});

test("names both", async () => {
  expect(await refusal("?services=openai&models=gpt-5")).toMatchObject({ status: 400, error: "invalid_parameter" });
});

test("names a service that is not known: says which, and what may be meant", async () => {
  const answer = await refusal("?services=openai,antropic,zzzz");
  expect(answer).toMatchObject({
    status: 400,
    error: "invalid_parameter",
    parameter: "services",
    candidates: ["anthropic"],
    unknown: ["antropic", "zzzz"],
    available_providers: expect.arrayContaining(["anthropic", "openai"]),
  });
  expect(answer.message).toContain("perhaps anthropic was meant");
});

test("names more than twenty services or models", async () => {
  const names = Array.from({ length: 21 }, (_, index) => `name-${index}`).join(",");
  expect(await refusal(`?services=${names}`)).toMatchObject({
    status: 400,
    parameter: "services",
    accepted: expect.stringContaining("20"),
  });
  expect(await refusal(`?models=${names}`)).toMatchObject({ status: 400, parameter: "models", accepted: expect.stringContaining("20") });
});
