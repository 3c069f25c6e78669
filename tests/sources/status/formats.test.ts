import { describe, expect, test } from "vitest";
import type { StatusFormat } from "@/lib/catalogs/status-pages";
import type { ComponentRules } from "@/lib/domain/status/core-components";
import { decodeDocument } from "@/lib/sources/status/decode-document";
import { readDocument } from "@/lib/sources/status/read-document";

const NO_RULES: ComponentRules = { include: [], core: [], peripheral: [] };

function read(format: StatusFormat, body: unknown, rules: Partial<ComponentRules> = {}) {
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
  return readDocument(decodeDocument(bytes, null), format, { ...NO_RULES, ...rules });
}

const component = (name: string, status: unknown, extra: object = {}) => ({
  id: name,
  name,
  status,
  group: false,
  group_id: null,
  ...extra,
});

const summary = (indicator: string, components: object[], incidents: object[] = []) => ({
  page: { id: "p", name: "Acme", url: "https://status.acme.test", updated_at: "2026-01-01T00:00:00.000-08:00" },
  status: { indicator, description: "" },
  components,
  incidents,
  scheduled_maintenances: [],
});

const utf16be = (text: string): Uint8Array =>
  Uint8Array.from([0xfe, 0xff, ...[...text].flatMap((letter) => [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255])]);

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
      "peripheral trouble leaves the service alone",
      summary("critical", [
        component("API", "operational"),
        component("Dashboard", "major_outage"),
        component("Codex Web", "major_outage"),
      ]),
      "operational",
    ],
    ["without a core component the page speaks for itself", summary("major", [component("Dashboard", "operational")]), "down"],
    ["a page without components is what its indicator says", summary("minor", []), "degraded"],
    ["a core component under maintenance is degraded", summary("none", [component("API", "under_maintenance")]), "degraded"],
    [
      "a word nobody knows makes the state unknown",
      summary("none", [component("API", "on_fire"), component("Web", "operational")]),
      "unknown",
    ],
    [
      "certain trouble outweighs a word nobody knows",
      summary("none", [component("API", "on_fire"), component("Web", "major_outage")]),
      "down",
    ],
    ["an unknown indicator without components is unknown", summary("purple", []), "unknown"],
    [
      "a new incident that names no component is the page's word",
      summary(
        "minor",
        [component("API", "operational")],
        [{ id: "i", name: "Errors", status: "investigating", impact: "minor", components: [] }],
      ),
      "degraded",
    ],
    [
      "an incident whose fix is watched leaves the components' word",
      summary(
        "minor",
        [component("API", "operational")],
        [{ id: "i", name: "Errors", status: "monitoring", impact: "minor", components: [] }],
      ),
      "operational",
    ],
    [
      "an incident on a part outside the list counts through that part",
      summary(
        "minor",
        [component("API", "operational")],
        [{ id: "i", status: "identified", impact: "minor", components: [component("Tunnel", "degraded_performance")] }],
      ),
      "degraded",
    ],
    ["a null component status is unknown", summary("none", [component("API", null)]), "unknown"],
  ])("%s", (_why, body, state) => {
    expect(read("statuspage", body).state).toBe(state);
  });

  test("a group is not counted beside its members, and its name counts for them", () => {
    const body = summary("major", [
      component("Sora", "major_outage", { id: "g", group: true }),
      component("Video", "major_outage", { group_id: "g" }),
      component("API", "operational"),
    ]);
    const reading = read("incident-io", body);
    expect(reading.state).toBe("operational");
    expect(reading.components.map(({ name, isCore }) => [name, isCore])).toEqual([
      ["API", true],
      ["Video", false],
    ]);
  });

  test("maintenance keeps the page's own word", () => {
    expect(read("statuspage", summary("none", [component("API", "under_maintenance")])).components).toEqual([
      { name: "API", status: "degraded", rawStatus: "under_maintenance", isCore: true },
    ]);
  });

  test("a filter sees only its own components, by whole words", () => {
    const body = summary("critical", [
      component("Copilot", "operational"),
      component("Pull Requests", "major_outage"),
      component("Copilots lounge", "major_outage"),
    ]);
    expect(read("statuspage", body, { include: ["Copilot"] }).state).toBe("operational");
  });

  test("a filter that finds nothing knows nothing", () => {
    expect(read("statuspage", summary("none", [component("Workers", "operational")]), { include: ["Workers AI"] })).toMatchObject({
      state: "unknown",
      components: [],
    });
  });

  test("a filter's own word does not make its components peripheral", () => {
    expect(
      read("statuspage", summary("none", [component("MongoDB Atlas", "partial_outage"), component("Atlas Search", "major_outage")]), {
        include: ["Atlas"],
      }).state,
    ).toBe("degraded");
  });

  test("a page without components shows one, the API, in its own state", () => {
    expect(read("incident-io", summary("minor", [])).components).toEqual([
      { name: "API", status: "degraded", rawStatus: "minor", isCore: true },
    ]);
  });

  test("status.json alone is enough, and so is a summary without a page", () => {
    expect(read("statuspage", { page: { id: "p" }, status: { indicator: "critical" } }).state).toBe("down");
    expect(read("statuspage", { status: { indicator: "none" } }).state).toBe("operational");
  });

  test("a history of incidents is degraded by its open one, and only by those of the filter", () => {
    const body = {
      page: { id: "p" },
      incidents: [
        { name: "Copilot is slow", status: "investigating", impact: "minor" },
        { name: "Actions", status: "resolved", impact: "critical", resolved_at: "2026-01-01T00:00:00Z" },
      ],
    };
    expect(read("statuspage", body).state).toBe("degraded");
    expect(read("statuspage", body, { include: ["Actions"] }).state).toBe("operational");
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
      "a maintenance in progress is degraded",
      widget({ in_progress_maintenances: [{ name: "x", affected_components: [{ name: "API", current_status: "under_maintenance" }] }] }),
      "degraded",
    ],
  ])("%s", (_why, body, state) => {
    expect(read("incident-io", body).state).toBe(state);
  });
});

describe("instatus", () => {
  const page = (status: string, extra: object = {}) => ({ page: { name: "Acme", url: "https://status.acme.test", status }, ...extra });
  const incident = (status: string, impact: string) => ({
    activeIncidents: [{ name: "x", started: "Sat Jun 11 2022 18:55:50 GMT+0000 (Coordinated Universal Time)", status, impact, url: "" }],
  });

  test.each([
    ["UP is operational", page("UP"), "operational"],
    ["HASISSUES is degraded", page("HASISSUES"), "degraded"],
    ["a major outage being investigated is down", page("HASISSUES", incident("INVESTIGATING", "MAJOROUTAGE")), "down"],
    ["a major outage whose fix is watched is no longer down", page("HASISSUES", incident("MONITORING", "MAJOROUTAGE")), "degraded"],
    [
      "maintenance is degraded",
      page("UNDERMAINTENANCE", { activeMaintenances: [{ name: "x", status: "INPROGRESS", duration: "60" }] }),
      "degraded",
    ],
    [
      "a planned maintenance is nothing yet",
      page("UP", { activeMaintenances: [{ name: "x", status: "NOTSTARTEDYET", duration: "60" }] }),
      "operational",
    ],
    ["an unknown page status is unknown", page("CONFUSED"), "unknown"],
    [
      "components decide where they are given",
      page("HASISSUES", {
        components: [
          { id: "1", name: "API", status: "OPERATIONAL" },
          { id: "2", name: "Dashboard", status: "MAJOROUTAGE" },
        ],
      }),
      "operational",
    ],
    ["components.json alone is enough", { components: [{ id: "1", name: "API", status: "PARTIALOUTAGE", group: null }] }, "degraded"],
  ])("%s", (_why, body, state) => {
    expect(read("instatus", body).state).toBe(state);
  });

  test("Date.toString() dates are understood", () => {
    expect(read("instatus", page("HASISSUES", incident("INVESTIGATING", "PARTIALOUTAGE"))).incidents).toEqual([
      { title: "x", impact: "degraded", startedAt: new Date("2022-06-11T18:55:50Z") },
    ]);
  });

  test("a page that moved to another product is read by what it is now", () => {
    expect(read("instatus", summary("none", [component("API", "degraded_performance")])).state).toBe("degraded");
  });
});

describe("better stack", () => {
  const index = (aggregate: string, states: string[], reports: object[] = []) => ({
    data: { id: "1", type: "status_page", attributes: { aggregate_state: aggregate, updated_at: "2026-09-04T10:17:22.958Z" } },
    included: [
      { id: "10", type: "status_page_section", attributes: { name: "Models", position: 1 } },
      ...states.map((status, position) => ({
        id: `r${position}`,
        type: "status_page_resource",
        attributes: { status_page_section_id: 10, public_name: `Model ${position} `, status, availability: 0.9987 },
      })),
      ...reports.map((attributes, position) => ({ id: `s${position}`, type: "status_report", attributes })),
    ],
  });

  test.each([
    ["all up is operational", index("operational", ["operational", "operational"]), "operational"],
    [
      "one model of several down is degraded where the page says so",
      index("degraded", ["downtime", "operational", "operational"]),
      "degraded",
    ],
    ["every model down is down", index("degraded", ["downtime", "downtime"]), "down"],
    ["a page in downtime with a core part down is down", index("downtime", ["downtime", "operational"]), "down"],
    ["maintenance is degraded", index("maintenance", ["maintenance", "operational"]), "degraded"],
    ["recovered is operational", index("operational", ["recovered"]), "operational"],
    ["what is not monitored says nothing", index("operational", ["not_monitored"]), "operational"],
    ["a page without resources is its aggregate", index("downtime", []), "down"],
  ])("%s", (_why, body, state) => {
    expect(read("better-stack", body).state).toBe(state);
  });

  test("only open incidents are reported, no maintenance", () => {
    const body = index(
      "degraded",
      ["degraded"],
      [
        { title: "Slow", report_type: "manual", starts_at: "2026-09-04T10:00:00Z", ends_at: null, aggregate_state: "degraded" },
        { title: "Gone", report_type: "automatic", starts_at: "2026-09-03T10:00:00Z", ends_at: null, aggregate_state: "resolved" },
        { title: "Works", report_type: "maintenance", starts_at: "2026-09-03T10:00:00Z", ends_at: null, aggregate_state: "maintenance" },
      ],
    );
    expect(read("better-stack", body).incidents.map((incident) => incident.title)).toEqual(["Slow"]);
  });
});

describe("google cloud", () => {
  const incident = (extra: object) => ({
    id: "x",
    begin: "2026-07-15T23:57:00+00:00",
    severity: "medium",
    status_impact: "SERVICE_DISRUPTION",
    external_desc: "Errors",
    affected_products: [{ title: "Vertex Gemini API", id: "Z0FZJAMvEB4j3NbCJs6B" }],
    ...extra,
  });
  const rules = { include: ["Z0FZJAMvEB4j3NbCJs6B"] };

  test.each([
    ["an open incident of the product is degraded", [incident({})], "degraded"],
    ["an open one of high severity is down", [incident({ severity: "high" })], "down"],
    ["an open service outage is down", [incident({ status_impact: "SERVICE_OUTAGE" })], "down"],
    ["an ended one is nothing", [incident({ end: "2026-07-16T00:00:00+00:00" })], "operational"],
    [
      "one whose service is available again is nothing",
      [incident({ most_recent_update: { status: "AVAILABLE", when: "2026-07-16T00:00:00Z" } })],
      "operational",
    ],
    [
      "another product's incident is nothing",
      [incident({ affected_products: [{ title: "VMWare engine", id: "9H6gWUHvb2ZubeoxzQ1Y" }] })],
      "operational",
    ],
    ["an empty list is operational", [], "operational"],
  ])("%s", (_why, body, state) => {
    expect(read("google-cloud", body, rules).state).toBe(state);
  });
});

describe("aws", () => {
  const event = (extra: object) => ({
    date: "1788472198",
    arn: "arn:aws:health:us-east-1::event/BEDROCK/x",
    region_name: "N. Virginia",
    status: "2",
    service: "bedrock-us-east-1",
    service_name: "Amazon Bedrock",
    summary: "Increased error rates",
    event_log: [{ summary: "Increased error rates", message: "We are investigating.", status: 1, timestamp: 1788472198 }],
    impacted_services: {},
    ...extra,
  });
  const rules = { include: ["bedrock"] };

  test.each([
    ["an open event of its own is degraded", [event({})], "degraded"],
    ["a disruption is down", [event({ status: "3" })], "down"],
    ["words of an outage are down", [event({ summary: "Bedrock service disruption" })], "down"],
    [
      "a resolved event is nothing",
      [event({ status: "0", summary: "[RESOLVED] Increased error rates", end_time: "1788480474" })],
      "operational",
    ],
    ["another service's event is nothing", [event({ service: "ec2-us-east-1", service_name: "Amazon EC2" })], "operational"],
    [
      "an event of many services is shown, not the headline",
      [
        event({
          service: "multipleservices-us-east-1",
          service_name: "Multiple services",
          status: "3",
          impacted_services: { "bedrock-us-east-1": { service_name: "Amazon Bedrock", current: "3", max: "3" } },
        }),
      ],
      "operational",
    ],
    ["no event is operational", [], "operational"],
  ])("%s", (_why, body, state) => {
    expect(read("aws", utf16be(JSON.stringify(body)), rules).state).toBe(state);
  });
});

describe("other products", () => {
  test.each([
    [
      "OnlineOrNot components decide",
      "onlineornot",
      {
        success: true,
        result: {
          status: { description: "All Systems Operational" },
          status_page: { id: "x" },
          components: [{ id: "1", name: "API", status: "DEGRADED_PERFORMANCE" }],
        },
      },
      "degraded",
    ],
    [
      "OnlineOrNot without components is its sentence",
      "onlineornot",
      { success: true, result: { status: { description: "All Systems Operational" }, status_page: { id: "x" }, components: [] } },
      "operational",
    ],
    [
      "Meta: low disruptions are degraded",
      "metastatus",
      [
        {
          id: "a",
          name: "Graph API",
          services: [
            { name: "Graph API", status: "Low disruptions" },
            { name: "Login", status: "No known issues" },
          ],
        },
      ],
      "degraded",
    ],
    [
      "Meta: resolved is operational",
      "metastatus",
      [{ id: "a", name: "Graph API", services: [{ name: "Graph API", status: "Resolved" }] }],
      "operational",
    ],
  ] as const)("%s", (_why, format, body, state) => {
    expect(read(format, body).state).toBe(state);
  });

  test("a page for people is no source, however green it looks", () => {
    expect(() => read("page", "<!doctype html><html><body>All systems operational</body></html>")).toThrow("without data for programs");
  });

  test("data for programs inside a page is read", () => {
    const html = `<!doctype html><html><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { summary: summary("minor", [component("API", "partial_outage")]) } } })}</script></html>`;
    expect(read("page", html).state).toBe("degraded");
  });

  test.each([
    ["an empty body", ""],
    ["half of a JSON document", '{"page":{"id":"p"'],
    ["an error page", "<html><h1>502</h1></html>"],
    ["JSON of something else", '{"hello":1}'],
    ["a number", "42"],
  ])("%s is a named error for every format", (_what, body) => {
    for (const format of [
      "statuspage",
      "incident-io",
      "instatus",
      "better-stack",
      "google-cloud",
      "aws",
      "azure-feed",
      "feed",
      "onlineornot",
      "metastatus",
      "page",
    ] as const) {
      expect(() => read(format, body)).toThrow(expect.objectContaining({ name: "SourceError" }));
    }
  });
});
