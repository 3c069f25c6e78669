import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { resolveModels } from "@/lib/endpoints/models/resolve";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { forgetPrepared, request } from "../../../support/server/request";

type Result = z.output<typeof resolveModels.response>["results"][number];

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
});
afterAll(() => database.close());
beforeEach(forgetPrepared);

async function resolved(...names: string[]): Promise<Result[]> {
  const { status, body } = await request(
    resolveModels,
    `/api/models/resolve?${names.map((name) => `name=${encodeURIComponent(name)}`).join("&")}`,
  );
  expect(status).toBe(200);
  return body.results;
}

describe("GET /api/models/resolve", () => {
  test("gives the model, what the name means, and each host's own id with its price and state", async () => {
    const [result] = await resolved("azure/gpt-5");
    expect(result).toMatchObject({
      matched: true,
      query: "azure/gpt-5",
      model: { id: "openai/gpt-5", name: "GPT-5", maker: "openai" },
      listing: {
        provider_id: "azure",
        id: "gpt-5",
        is_makers: false,
        pricing: { input: 1.25, output: 10 },
        model_status: expect.any(String),
      },
      dropped: [],
      match_note: null,
    });
    const hosts = result?.matched ? result.hosts.map(({ provider_id, id }) => `${provider_id}/${id}`) : [];
    expect(hosts[0]).toBe("openai/gpt-5");
    expect(hosts).toEqual(expect.arrayContaining(["openai/gpt-5-2025-08-07", "azure/gpt-5", "openrouter/openai/gpt-5"]));
  });

  test("says what of a name was left out, and whose price is given", async () => {
    const [dated, profile, proxied] = await resolved("azure/gpt-4o-2024-08-06", "us.anthropic.claude-sonnet-4-6", "litellm_proxy/gpt-4o");
    expect(dated).toMatchObject({ listing: { provider_id: "azure", id: "gpt-4o" }, dropped: ["2024-08-06"] });
    expect(dated).toHaveProperty("match_note", expect.stringContaining("2024-08-06"));
    expect(profile).toMatchObject({ listing: { provider_id: "amazon-bedrock", id: "anthropic.claude-sonnet-4-6" }, dropped: ["us"] });
    expect(proxied).toHaveProperty("match_note", expect.stringContaining("at openai, whose price this is"));
  });

  test("refuses a name whose host does not list the model, and offers what is like it", async () => {
    const [preview, profile, several] = await resolved("azure/o1-preview", "us.anthropic.claude-3-opus-20240229-v1:0", "llama 4 scout");
    expect(preview).toMatchObject({ matched: false, query: "azure/o1-preview", reason: "model_not_found" });
    expect(profile).toMatchObject({ matched: false, candidates: expect.arrayContaining(["anthropic/claude-3-opus-20240229"]) });
    expect(several).toMatchObject({ matched: false, reason: "ambiguous_model" });
  });

  test("a model that its maker does not sell has no id of its own, and its hosts", async () => {
    const [result] = await resolved("groq/llama-3.3-70b-versatile");
    expect(result).toMatchObject({ model: { id: null, maker: "meta" } });
    expect(result?.matched && result.hosts.length).toBeGreaterThan(10);
    expect(result?.matched && result.hosts.some(({ is_makers }) => is_makers)).toBe(false);
  });

  test("answers twenty names in the order asked, and counts those that mean one listing", async () => {
    const names = Array.from({ length: 19 }, (_, index) => `no-such-model-${index}`);
    const { body } = await request(resolveModels, `/api/models/resolve?name=gpt-5,${names.join(",")}`);
    expect(body.count).toBe(1);
    expect(body.results.map(({ query }: Result) => query)).toEqual(["gpt-5", ...names]);
  });

  test.each([
    "💥",
    "<script>",
    "%00",
    "a".repeat(200),
    "../../etc/passwd",
    "' or 1=1",
    "::::",
    "////",
    "arn:aws:bedrock:",
    "ft:",
    "@",
    "us.",
  ])("answers any name: %j", async (name) => {
    expect((await resolved(name))[0]).toMatchObject({ matched: false });
  });
});
