import { describe, expect, test } from "vitest";
import { component, readFormat, summary } from "../../support/status/status-documents";

const utf16be = (text: string): Uint8Array =>
  Uint8Array.from([0xfe, 0xff, ...[...text].flatMap((letter) => [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255])]);

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
      "maintenance is operational",
      page("UNDERMAINTENANCE", { activeMaintenances: [{ name: "x", status: "INPROGRESS", duration: "60" }] }),
      "operational",
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
    expect(readFormat("instatus", body).state).toBe(state);
  });

  test("Date.toString() dates are accepted", () => {
    expect(readFormat("instatus", page("HASISSUES", incident("INVESTIGATING", "PARTIALOUTAGE"))).incidents).toEqual([
      { title: "x", impact: "degraded", startedAt: new Date("2022-06-11T18:55:50Z") },
    ]);
  });

  test("a page that moved to another product is read in its new format", () => {
    expect(readFormat("instatus", summary("none", [component("API", "degraded_performance")])).state).toBe("degraded");
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
    ["maintenance is operational", index("maintenance", ["maintenance", "operational"]), "operational"],
    ["recovered is operational", index("operational", ["recovered"]), "operational"],
    ["what is not monitored says nothing", index("operational", ["not_monitored"]), "operational"],
    ["a page without resources is its aggregate", index("downtime", []), "down"],
  ])("%s", (_why, body, state) => {
    expect(readFormat("better-stack", body).state).toBe(state);
  });

  test("only open incidents are reported, not maintenance", () => {
    const body = index(
      "degraded",
      ["degraded"],
      [
        { title: "Slow", report_type: "manual", starts_at: "2026-09-04T10:00:00Z", ends_at: null, aggregate_state: "degraded" },
        { title: "Gone", report_type: "automatic", starts_at: "2026-09-03T10:00:00Z", ends_at: null, aggregate_state: "resolved" },
        { title: "Works", report_type: "maintenance", starts_at: "2026-09-03T10:00:00Z", ends_at: null, aggregate_state: "maintenance" },
      ],
    );
    expect(readFormat("better-stack", body).incidents.map((incident) => incident.title)).toEqual(["Slow"]);
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
    [
      "an entry that only informs is no incident",
      [incident({ end: null, status_impact: "SERVICE_INFORMATION", most_recent_update: { status: "SERVICE_INFORMATION" } })],
      "operational",
    ],
  ])("%s", (_why, body, state) => {
    expect(readFormat("google-cloud", body, rules).state).toBe(state);
  });

  test("an empty list, which years of incidents never leave, tells no state", () => {
    expect(() => readFormat("google-cloud", [], rules)).toThrow(expect.objectContaining({ fault: "no_evidence" }));
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
    [
      "an informational event whose newest words say that all is well is nothing",
      [
        event({
          status: "1",
          event_log: [
            { message: "The issue has been resolved and the service is operating normally.", status: 1, timestamp: 1788472999 },
            { message: "We are investigating increased error rates.", status: 1, timestamp: 1788472198 },
          ],
        }),
      ],
      "operational",
    ],
    [
      "one whose newest words do not is degraded",
      [event({ status: "1", event_log: [{ message: "The issue is not yet resolved.", status: 1, timestamp: 1788472198 }] })],
      "degraded",
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
    expect(readFormat("aws", utf16be(JSON.stringify(body)), rules).state).toBe(state);
  });
});

test("aws: a region in which a service is down is a component with its event, while the service is operational", () => {
  const body = [
    {
      date: "1772369485",
      arn: "arn:aws:health:me-central-1::event/MULTIPLE_SERVICES/x",
      region_name: "UAE",
      status: "3",
      service: "multipleservices-me-central-1",
      service_name: "Multiple services",
      summary: "Increased Error Rates",
      event_log: [],
      impacted_services: { "bedrock-me-central-1": { service_name: "Amazon Bedrock", current: "3", max: "3" } },
    },
  ];
  const { state, components } = readFormat("aws", utf16be(JSON.stringify(body)), { include: ["bedrock"] });
  expect(state).toBe("operational");
  expect(components.find(({ event }) => event !== undefined)).toEqual({
    name: "Amazon Bedrock (UAE)",
    status: "down",
    rawStatus: "3",
    isCore: false,
    event: { title: "Increased Error Rates", startedAt: "2026-03-01T12:51:25.000Z" },
  });
});
