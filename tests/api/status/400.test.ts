import { afterAll, beforeAll, expect, test } from "vitest";
import { incidents } from "@/lib/endpoints/incidents";
import { status } from "@/lib/endpoints/status";
import { request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
});

afterAll(() => database.close());

test.each([
  ["/api/incidents", incidents],
  ["/api/status", status],
] as const)("%s refuses a misspelt provider with the ones that may be meant", async (path, endpoint) => {
  const { status: code, body } = await request(endpoint, `${path}?provider=antropic`);
  expect({ code, ...body }).toMatchObject({
    code: 400,
    ok: false,
    error: "invalid_parameter",
    parameter: "provider",
    given: "antropic",
    candidates: ["anthropic"],
  });
  expect(body.message).toContain('got "antropic"');
  expect(body.message).toContain("perhaps anthropic was meant");
});

test("a provider that resembles none is refused with all that are followed", async () => {
  const { status: code, body } = await request(incidents, "/api/incidents?provider=zzzz");
  expect({ code, candidates: body.candidates }).toEqual({ code: 400, candidates: [] });
  expect(body.available_providers).toEqual(expect.arrayContaining(["anthropic", "openai", "amazon-bedrock"]));
});

test("a provider that is known without a followed service has no incidents", async () => {
  const { status: code, body } = await request(incidents, "/api/incidents?provider=tencent");
  expect({ code, incidents: body.incidents }).toEqual({ code: 200, incidents: [] });
});
