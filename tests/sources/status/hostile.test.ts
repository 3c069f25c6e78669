import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StatusFormat } from "@/lib/catalogs/status-pages";
import { readStatusBytes } from "@/lib/sources/status/read-document";
import { inTier } from "../../support/lacks";

const RULES = { include: [], api: [], core: [], peripheral: [] };
const STATES = ["operational", "degraded", "down", "unknown"];

const read = (body: string | Uint8Array, format: StatusFormat) =>
  readStatusBytes({
    bytes: typeof body === "string" ? new TextEncoder().encode(body) : body,
    contentType: null,
    format,
    rules: RULES,
    pageUrl: "https://status.acme.test",
  });

function expectSound(body: string | Uint8Array): void {
  for (const format of StatusFormat.options) {
    const result = read(body, format);
    if ("fault" in result) continue;
    expect(STATES).toContain(result.reading.state);
    for (const component of result.reading.components) expect(STATES).toContain(component.status);
  }
}

const DOCUMENTS: unknown[] = [
  {
    page: { id: "p", updated_at: "2026-01-01" },
    status: { indicator: "minor" },
    components: [{ id: "1", name: "API", status: "operational", group_id: null }],
    incidents: [{ name: "x", status: "investigating", impact: "major", components: [{ name: "API", status: "major_outage" }] }],
  },
  { page: { status: "HASISSUES" }, activeIncidents: [{ name: "x", status: "INVESTIGATING", impact: "MAJOROUTAGE" }] },
  {
    data: { attributes: { aggregate_state: "downtime" } },
    included: [{ id: "1", type: "status_page_resource", attributes: { public_name: "API", status: "downtime" } }],
  },
  [{ begin: "2026-01-01", severity: "high", affected_products: [{ id: "x" }], external_desc: "x" }],
  [{ arn: "x", service: "bedrock", status: "3", impacted_services: { a: { current: "3" } }, event_log: [{ summary: "x" }] }],
  [{ name: "x", services: [{ name: "x", status: "High disruptions" }] }],
  { result: { status_page: {}, components: [{ name: "API", status: "MAJOR_OUTAGE" }], active_incidents: [{ impact: "MAJOR" }] } },
  { ongoing_incidents: [{ name: "x", affected_components: [{ name: "API", current_status: "full_outage" }] }] },
];

/** Replaces one part of the document, chosen by `at`. */
function withPart(value: unknown, at: { left: number }, part: unknown): unknown {
  if (at.left-- === 0) return part;
  if (Array.isArray(value)) return value.map((entry) => withPart(entry, at, part));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withPart(entry, at, part)]));
}

describe("hostile documents", () => {
  test("a document with any part replaced gives a reading or a fault", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DOCUMENTS),
        fc.nat(20),
        fc.oneof(fc.jsonValue(), fc.constantFrom(null, "", 0, {}, [])),
        (document, at, part) => {
          expectSound(JSON.stringify(withPart(document, { left: at }, part)));
        },
      ),
      { numRuns: inTier(100, 300) },
    );
  });

  test("any bytes give a reading or a fault", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), expectSound), { numRuns: 100 });
  });

  const many = (text: string, length = 1_000_000): string => text.repeat(Math.ceil(length / text.length));
  const item = (html: string): string =>
    `<rss version="2.0"><channel><item><title>x</title><description><![CDATA[${html}]]></description></item></channel></rss>`;

  test.each([
    ["unclosed scripts", many('<script type="application/json">')],
    ["unclosed links", many("<link type=")],
    ["brackets", many("[")],
    ["angle brackets in a feed", item(many("<", 200_000))],
    ["blanks in a list", item(`<li>${many(" ", 200_000)}`)],
    ["blanks in a heading", item(`<b>${many(" ", 200_000)}x`)],
    ["endless ampersands", item(many("&amp;", 200_000))],
    ["items without end", `<rss version="2.0"><channel>${many("<item><title>x</title></item>")}`],
    ["nested markup", many("<feed>")],
  ])("a megabyte of %s is read or refused in bounded time", (_what, body) => {
    expectSound(body);
  });
});
