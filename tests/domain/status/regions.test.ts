import { describe, expect, test } from "vitest";
import { selectComponents, type PageComponent } from "@/lib/domain/status/core-components";
import { stateAcrossRegions, withoutRegion } from "@/lib/domain/status/regions";
import type { ServiceState } from "@/lib/domain/status/service-state";

describe("a name without its region", () => {
  test.each([
    ["API (us-east-1)", "api"],
    ["API - Frankfurt", "api"],
    ["api.eu-west-4", "api"],
    ["AWS us-east-1", ""],
    ["gcp-europe-west4", ""],
    ["Azure eastus2", ""],
    ["US East (N. Virginia)", ""],
    ["Inference EU", "inference"],
    ["Compute, Europe", "compute"],
    ["Contact us", "contact us"],
    ["EU-RO-1", ""],
    ["Droplets nyc3", "droplets"],
    ["AWS", "aws"],
    ["Models 4", "models 4"],
  ])("%s is %s", (name, bare) => {
    expect(withoutRegion(name)).toBe(bare);
  });
});

test.each([
  [["down", "operational", "operational"], "degraded"],
  [["down", "operational"], "down"],
  [["down", "down", "operational", "operational"], "down"],
  [["degraded", "operational", "operational"], "degraded"],
  [["down"], "down"],
  [["down", "unknown", "unknown"], "degraded"],
  [["operational", "unknown"], "unknown"],
] as const)("a service whose regions are %s is %s", (states, state) => {
  expect(stateAcrossRegions(states)).toBe(state);
});

describe("the state of a page", () => {
  const RULES = { include: [], api: [], core: [], peripheral: [] };
  const component = (name: string, group: string | null, status: ServiceState): PageComponent => ({
    name,
    group,
    status,
    rawStatus: status,
  });
  const stateOf = (...components: PageComponent[]) => selectComponents(components, RULES).state;

  test("is degraded while all services of one region of three are down", () => {
    const regions = ["aws-us-east-1", "aws-eu-west-1", "gcp-asia-east1"];
    const parts = regions.flatMap((region, index) =>
      ["Hosts", "Search nodes"].map((name) => component(name, region, index === 0 ? "down" : "operational")),
    );
    expect(stateOf(...parts)).toBe("degraded");
  });

  test("is down while a service that has no regions is down", () => {
    expect(stateOf(component("API", null, "down"), component("Storage (us-east-1)", null, "operational"))).toBe("down");
  });

  test("takes the same name in three groups for one service in three places", () => {
    const parts = ["Mercury", "Venus", "Mars"].map((group, index) => component("Cluster", group, index === 0 ? "down" : "operational"));
    expect(stateOf(...parts)).toBe("degraded");
  });
});
