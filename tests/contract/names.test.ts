import { describe, expect, test } from "vitest";
import { endpoints } from "@/lib/endpoints";
import { ApiError } from "@/lib/errors";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { checkQuery } from "@/lib/http/steps/parse";
import { serviceTime } from "@/lib/config/clock";

/** Words of a publication's name, not a name: where nothing is called so, nothing is found. */
const SEARCHES = ["/api/premium/news/search"];

const withProvider = endpoints.filter((endpoint) => endpoint.query?.shape.provider !== undefined && !SEARCHES.includes(endpoint.path));

function refusalOf(endpoint: AnyEndpoint, provider: string): ApiError | null {
  try {
    checkQuery(endpoint, { ...endpoint.example?.query, provider }, serviceTime());
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

test("providers are asked for at these endpoints", () => {
  expect(withProvider.map(({ path }) => path).toSorted()).toEqual([
    "/api/changes",
    "/api/history/status/uptime",
    "/api/incidents",
    "/api/models",
    "/api/premium/attention/series",
    "/api/premium/changes",
    "/api/premium/history/compare",
    "/api/premium/history/status/uptime",
    "/api/premium/probe/series",
    "/api/status",
  ]);
});

describe.each(withProvider.map((endpoint): [string, AnyEndpoint] => [endpoint.path, endpoint]))("%s", (_, endpoint) => {
  test.each([
    ["antropic", "anthropic"],
    ["anthorpic", "anthropic"],
    ["openia", "openai"],
    ["mistarl", "mistral"],
    ["Googel", "google"],
  ])("refuses %s and names %s", (misspelt, meant) => {
    const refusal = refusalOf(endpoint, misspelt);
    expect([refusal?.code, refusal?.details]).toMatchObject(["invalid_parameter", { parameter: "provider", given: misspelt }]);
    expect(refusal?.details.candidates).toContain(meant);
  });

  test("takes a provider by id, name and any case", () => {
    expect(["anthropic", "Anthropic", "OPENAI"].map((name) => refusalOf(endpoint, name))).toEqual([null, null, null]);
  });

  test("describes what it refuses an unknown name with", () => {
    expect(Object.keys(endpoint.errors?.invalid_parameter?.shape ?? {})).toContain("candidates");
  });
});
