import { describe, expect, test } from "vitest";
import { endpoints } from "@/lib/endpoints";
import { ApiError } from "@/lib/errors";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { checkQuery } from "@/lib/http/call/parse";
import { serviceTime } from "@/lib/config/clock";
import { offenders } from "../support/offenders";

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
    "/api/models/archive",
    "/api/models/movers",
    "/api/models/retirements",
    "/api/models/retirements.ics",
    "/api/models/retirements.json",
    "/api/models/retirements.xml",
    "/api/premium/attention/series",
    "/api/premium/changes",
    "/api/premium/history/compare",
    "/api/premium/history/status/uptime",
    "/api/premium/probe/series",
    "/api/status",
  ]);
});

const named = withProvider.map((endpoint): [string, AnyEndpoint] => [endpoint.path, endpoint]);
const MISSPELT = [
  ["antropic", "anthropic"],
  ["anthorpic", "anthropic"],
  ["openia", "openai"],
  ["mistarl", "mistral"],
  ["Googel", "google"],
] as const;

describe("each of them", () => {
  test("refuses a misspelt name and says the one that is meant", async () => {
    expect(
      await offenders(named, (endpoint) => {
        for (const [misspelt, meant] of MISSPELT) {
          const refusal = refusalOf(endpoint, misspelt);
          expect([refusal?.code, refusal?.details]).toMatchObject(["invalid_parameter", { parameter: "provider", given: misspelt }]);
          expect(refusal?.details.candidates).toContain(meant);
        }
      }),
    ).toEqual([]);
  });

  test("takes a provider by id, name and any case", async () => {
    expect(
      await offenders(named, (endpoint) => {
        expect(["anthropic", "Anthropic", "OPENAI"].map((name) => refusalOf(endpoint, name))).toEqual([null, null, null]);
      }),
    ).toEqual([]);
  });

  test("describes what it refuses an unknown name with", async () => {
    expect(
      await offenders(named, (endpoint) => {
        expect(Object.keys(endpoint.errors?.invalid_parameter?.shape ?? {})).toContain("candidates");
      }),
    ).toEqual([]);
  });
});
