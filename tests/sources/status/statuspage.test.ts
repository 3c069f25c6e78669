import { describe, expect, test } from "vitest";
import { component, readFormat, summary } from "../../support/status/status-documents";

describe("statuspage", () => {
  test.each([
    [
      "the worst core component is the headline",
      summary("minor", [component("API", "partial_outage"), component("claude.ai", "operational")]),
      "degraded",
    ],
    [
      "a major outage of a core component is down",
      summary("major", [component("API", "major_outage"), component("Web", "operational")]),
      "down",
    ],
    [
      "a peripheral outage does not affect the service",
      summary("critical", [
        component("API", "operational"),
        component("Dashboard", "major_outage"),
        component("Codex Web", "major_outage"),
      ]),
      "operational",
    ],
    ["without a core component the page's indicator counts", summary("major", [component("Dashboard", "operational")]), "down"],
    ["a page without components has the state of its indicator", summary("minor", []), "degraded"],
    ["a core component under maintenance is operational", summary("none", [component("API", "under_maintenance")]), "operational"],
    ["an unknown word makes the state unknown", summary("none", [component("API", "on_fire"), component("Web", "operational")]), "unknown"],
    [
      "a known outage outweighs an unknown word",
      summary("none", [component("API", "on_fire"), component("Models", "major_outage")]),
      "down",
    ],
    ["an unknown indicator without components is unknown", summary("purple", []), "unknown"],
    [
      "a new incident that names no component gives the page's state",
      summary(
        "minor",
        [component("API", "operational")],
        [{ id: "i", name: "Errors", status: "investigating", impact: "minor", components: [] }],
      ),
      "degraded",
    ],
    [
      "a monitored incident leaves the state of the components",
      summary(
        "minor",
        [component("API", "operational")],
        [{ id: "i", name: "Errors", status: "monitoring", impact: "minor", components: [] }],
      ),
      "operational",
    ],
    [
      "an incident on an unlisted component counts through that component",
      summary(
        "minor",
        [component("API", "operational")],
        [{ id: "i", status: "identified", impact: "minor", components: [component("Tunnel", "degraded_performance")] }],
      ),
      "degraded",
    ],
    ["a null component status is unknown", summary("none", [component("API", null)]), "unknown"],
  ])("%s", (_why, body, state) => {
    expect(readFormat("statuspage", body).state).toBe(state);
  });

  test("a group is not counted in addition to its members, and its name applies to them", () => {
    const body = summary("major", [
      component("Sora", "major_outage", { id: "g", group: true }),
      component("Video", "major_outage", { group_id: "g" }),
      component("API", "operational"),
    ]);
    const reading = readFormat("incident-io", body);
    expect(reading.state).toBe("operational");
    expect(reading.components.map(({ name, isCore }) => [name, isCore])).toEqual([
      ["API", true],
      ["Video", false],
    ]);
  });

  test("maintenance keeps the page's own status word, and is said", () => {
    expect(readFormat("statuspage", summary("none", [component("API", "under_maintenance")]))).toMatchObject({
      isMaintenance: true,
      components: [{ name: "API", status: "operational", rawStatus: "under_maintenance", isCore: true }],
    });
  });

  test("a filter selects components by whole words", () => {
    const body = summary("critical", [
      component("Copilot", "operational"),
      component("Pull Requests", "major_outage"),
      component("Copilots lounge", "major_outage"),
    ]);
    expect(readFormat("statuspage", body, { include: ["Copilot"] }).state).toBe("operational");
  });

  test("a filter without match gives unknown", () => {
    expect(readFormat("statuspage", summary("none", [component("Workers", "operational")]), { include: ["Workers AI"] })).toMatchObject({
      state: "unknown",
      components: [],
    });
  });

  test("a peripheral word in the filter does not make its components peripheral", () => {
    expect(
      readFormat("statuspage", summary("none", [component("MongoDB Atlas", "partial_outage"), component("Atlas Search", "major_outage")]), {
        include: ["Atlas"],
      }).state,
    ).toBe("degraded");
  });

  test("a page without components gets one named API with the page's state", () => {
    expect(readFormat("incident-io", summary("minor", [])).components).toEqual([
      { name: "API", status: "degraded", rawStatus: "minor", isCore: true },
    ]);
  });

  test("status.json alone is enough, as is a summary without page", () => {
    expect(readFormat("statuspage", { page: { id: "p" }, status: { indicator: "critical" } }).state).toBe("down");
    expect(readFormat("statuspage", { status: { indicator: "none" } }).state).toBe("operational");
  });

  test("an incident history is degraded by an open incident that matches the filter", () => {
    const body = {
      page: { id: "p" },
      incidents: [
        { name: "Copilot is slow", status: "investigating", impact: "minor" },
        { name: "Actions", status: "resolved", impact: "critical", resolved_at: "2026-01-01T00:00:00Z" },
      ],
    };
    expect(readFormat("statuspage", body).state).toBe("degraded");
    expect(readFormat("statuspage", body, { include: ["Actions"] }).state).toBe("operational");
  });
});

describe("incident.io widget", () => {
  const widget = (extra: object) => ({
    page_title: "Acme",
    page_url: "https://status.acme.test",
    ongoing_incidents: [],
    in_progress_maintenances: [],
    scheduled_maintenances: [],
    ...extra,
  });

  test.each([
    ["nothing ongoing is operational", widget({}), "operational"],
    [
      "a full outage of a core component is down",
      widget({
        ongoing_incidents: [
          { name: "x", status: "identified", affected_components: [{ id: "1", name: "API", current_status: "full_outage" }] },
        ],
      }),
      "down",
    ],
    [
      "trouble of a peripheral component is not the service's",
      widget({
        ongoing_incidents: [
          { name: "x", status: "identified", affected_components: [{ id: "1", name: "Sora", current_status: "full_outage" }] },
        ],
      }),
      "operational",
    ],
    [
      "an incident without components is degraded",
      widget({ ongoing_incidents: [{ name: "x", status: "investigating", affected_components: [] }] }),
      "degraded",
    ],
    ["a planned maintenance is nothing yet", widget({ scheduled_maintenances: [{ name: "x", affected_components: [] }] }), "operational"],
    [
      "a maintenance in progress is operational",
      widget({ in_progress_maintenances: [{ name: "x", affected_components: [{ name: "API", current_status: "under_maintenance" }] }] }),
      "operational",
    ],
  ])("%s", (_why, body, state) => {
    expect(readFormat("incident-io", body).state).toBe(state);
  });
});
