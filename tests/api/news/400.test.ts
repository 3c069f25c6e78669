import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentsNews } from "@/lib/endpoints/agents/news";
import { feedJson } from "@/lib/endpoints/feed-json";
import { feedXml } from "@/lib/endpoints/feed-xml";
import { news } from "@/lib/endpoints/news";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request } from "../../support/server/request";

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
});

afterAll(() => database.close());

describe.each([news, agentsNews, feedXml, feedJson])("GET $path", (endpoint) => {
  test.each(["0", "-1", "201", "1.5", "abc", "1e3", "0x10", "９"])("refuses limit=%s by name", async (limit) => {
    const { status, body } = await request(endpoint, `${endpoint.path}?limit=${encodeURIComponent(limit)}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ ok: false, error: "invalid_parameter" });
    expect(body.message).toContain("limit");
  });

  test("refuses a category over 100 characters and a repeated one", async () => {
    expect((await request(endpoint, `${endpoint.path}?category=${"x".repeat(101)}`)).status).toBe(400);
    expect((await request(endpoint, `${endpoint.path}?category=a&category=b`)).status).toBe(400);
  });

  test("ignores unknown parameters", async () => {
    expect((await request(endpoint, `${endpoint.path}?utm_source=x&format=json`)).status).toBe(200);
  });
});
