import { describe, expect, test } from "vitest";
import { readFormat } from "../../support/status/status-documents";

describe("rootly", () => {
  const status = (indicator: string, ...incidents: object[]) => ({
    page: { name: "Acme", url: "https://status.acme.test", time_zone: "UTC", updated_at: "2026-09-03T10:00:00Z" },
    status: { indicator, description: "" },
    incidents,
  });
  const incident = (name: string, extra: object = {}) => ({
    name,
    status: "started",
    impact: "critical",
    started_at: "2026-09-03T09:00:00Z",
    resolved_at: null,
    incident_updates: [],
    ...extra,
  });

  test.each([
    ["no incident is operational", status("none"), "operational"],
    ["a minor incident is degraded", status("minor", incident("Elevated latency", { impact: "minor" })), "degraded"],
    ["a major outage of the API is down", status("major", incident("API unavailable")), "down"],
    ["an incident of the chat product is not the API's", status("major", incident("Le Chat unavailable")), "operational"],
    ["an incident that names both is", status("major", incident("Le Chat and the API are unavailable")), "down"],
    ["a maintenance is operational", status("maintenance"), "operational"],
  ])("%s", (_why, body, state) => {
    expect(readFormat("rootly", body, { api: ["api"] }).state).toBe(state);
  });

  test("a maintenance is said", () => {
    expect(readFormat("rootly", status("maintenance"))).toMatchObject({ isMaintenance: true, incidents: [] });
  });
});

describe("flashduty", () => {
  const components = [
    { component_id: "a", name: "API Service" },
    { component_id: "c", section_id: "s", name: "Chat Service" },
  ];
  const active = (...changes: object[]) => ({
    request_id: "r",
    data: { page: { page_id: 1, components, sections: [{ section_id: "s", name: "Chat" }] }, active_changes: changes },
  });
  const change = (affected: object[], extra: object = {}) => ({
    change_id: 1,
    type: "incident",
    title: "Errors",
    status: "investigating",
    affected_components: affected,
    start_at_seconds: 1_788_433_200,
    ...extra,
  });
  const of = (index: number, status?: string) => ({ ...components[index], ...(status ? { status } : {}) });

  test.each([
    ["no change is operational", active(), "operational"],
    ["a partial outage of the API is degraded", active(change([of(0, "partial_outage")])), "degraded"],
    ["a full outage of the API is down", active(change([of(0, "full_outage")])), "down"],
    ["a component without a state is degraded", active(change([of(0)])), "degraded"],
    ["trouble of the chat is not the API's", active(change([of(1, "full_outage")])), "operational"],
    ["a change that waits is nothing yet", active(change([of(0, "full_outage")], { status: "scheduled" })), "operational"],
    ["a maintenance is operational", active(change([of(0, "full_outage")], { type: "maintenance", status: "in_progress" })), "operational"],
  ])("%s", (_why, body, state) => {
    expect(readFormat("flashduty", body, { api: ["api"] }).state).toBe(state);
  });

  test("an open incident is reported with its title and start, and a maintenance is said", () => {
    expect(readFormat("flashduty", active(change([of(0, "full_outage")])), { api: ["api"] }).incidents).toEqual([
      { title: "Errors", impact: "down", startedAt: new Date("2026-09-03T11:00:00Z") },
    ]);
    const planned = active(change([of(0)], { type: "maintenance", status: "in_progress" }));
    expect(readFormat("flashduty", planned, { api: ["api"] })).toMatchObject({ isMaintenance: true, incidents: [] });
  });

  test("a page without components tells no state", () => {
    const empty = { data: { page: { components: [], sections: [] }, active_changes: [] } };
    expect(() => readFormat("flashduty", empty)).toThrow(expect.objectContaining({ fault: "no_evidence" }));
  });
});

describe("an address that answers another page", () => {
  test.each(["statuspage", "better-stack", "feed", "flashduty"] as const)("is a source that moved for %s", (format) => {
    const html = "<!DOCTYPE html><html><head><title>Status</title></head><body><h1>All systems operational</h1></body></html>";
    expect(() => readFormat(format, html)).toThrow(expect.objectContaining({ fault: "source_moved" }));
  });
});
