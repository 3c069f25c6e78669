import { describe, expect, test } from "vitest";
import { decodeDocument, readDocument } from "@/lib/sources/status/read-document";

const NO_RULES = { include: [], api: [], core: [], peripheral: [] };

interface Item {
  title?: string;
  html?: string;
  categories?: string[];
  at?: string;
}

const item = ({ title = "Elevated errors", html = "", categories = [], at = "Thu, 03 Sep 2026 10:00:00 GMT" }: Item): string =>
  `<item><title>${title}</title><link>https://status.acme.test/1</link><pubDate>${at}</pubDate><description><![CDATA[${html}]]></description>${categories.map((name) => `<category>${name}</category>`).join("")}</item>`;

const rss = (...items: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Acme Status</title><link>https://status.acme.test</link><description>x</description><lastBuildDate>Thu, 03 Sep 2026 12:00:00 GMT</lastBuildDate>${items.join("")}</channel></rss>`;

const read = (xml: string, format: "feed" | "azure-feed" = "feed", include: string[] = []) =>
  readDocument(decodeDocument(new TextEncoder().encode(xml), "application/rss+xml"), format, { ...NO_RULES, include });

const updates = (...entries: [string, string][]): string =>
  entries
    .map(
      ([stage, words]) =>
        `<p><small>Sep <var data-var='date'> 3</var>, <var data-var='time'>10:00</var> UTC</small><br><strong>${stage}</strong> - ${words}</p>`,
    )
    .join("");

describe("a history feed", () => {
  test("RDF: an open item of last month was never closed by its author", () => {
    const rdfItem = (title: string, day: string, stage: string): string =>
      `<item><title>${title}</title><description>&lt;strong&gt;${stage}&lt;/strong&gt; - words</description><dc:date>${day}T10:00:00Z</dc:date></item>`;
    const rdf = (...items: string[]): string =>
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Acme</title></channel>${items.join("")}</rdf:RDF>`;
    const [recent, old] = [rdfItem("Slow", "2026-09-03", "Resolved"), rdfItem("Errors", "2026-08-01", "Investigating")];
    expect(read(rdf(recent, old)).state).toBe("operational");
    expect(read(rdf(rdfItem("Errors", "2026-09-03", "Investigating"))).state).toBe("degraded");
  });

  test.each([
    [
      "newest update resolved: closed",
      rss(item({ html: updates(["Resolved", "This incident has been resolved."], ["Investigating", "We see a major outage."]) })),
      "operational",
    ],
    ["newest update investigating: open", rss(item({ html: updates(["Investigating", "Slow answers."]) })), "degraded"],
    ["words of an outage are down", rss(item({ title: "API outage", html: updates(["Identified", "The API is unavailable."]) })), "down"],
    [
      "a partial outage is degraded",
      rss(item({ title: "Partial outage of the API", html: updates(["Identified", "Some requests fail."]) })),
      "degraded",
    ],
    [
      "a fix being watched is degraded, whatever it was",
      rss(
        item({
          title: "Major outage",
          html: updates(["Monitoring", "A fix is in place."], ["Investigating", "Everything is unavailable."]),
        }),
      ),
      "degraded",
    ],
    [
      "Status: line of incident.io",
      rss(
        item({
          html: "<b>Status: Resolved</b><br/><br/>All services recovered.<br/><b>Affected components</b><ul><li>API (Operational)</li></ul>",
        }),
      ),
      "operational",
    ],
    [
      "affected components decide",
      rss(item({ html: "<b>Status: Investigating</b><br/><b>Affected components</b><ul><li>API (Full outage)</li></ul>" })),
      "down",
    ],
    [
      "affected peripheral components do not",
      rss(item({ html: "<b>Status: Investigating</b><br/><b>Affected components</b><ul><li>Dashboard (Full outage)</li></ul>" })),
      "operational",
    ],
    [
      "categories: outage, active",
      rss(item({ title: "[API] Models outage", html: "<h3>Status: ACTIVE</h3><p>Severity: outage</p>", categories: ["outage", "active"] })),
      "down",
    ],
    [
      "categories: available, resolved",
      rss(
        item({ title: "[API] Errors", html: "<h3>Status: RESOLVED</h3><p>Severity: available</p>", categories: ["available", "resolved"] }),
      ),
      "operational",
    ],
    ["categories only: disruption, monitoring", rss(item({ categories: ["disruption", "monitoring"] })), "degraded"],
    ["categories only: outage, resolved", rss(item({ categories: ["outage", "resolved"] })), "operational"],
    ["[Resolved] in the title", rss(item({ title: "[Resolved] Errors", html: "Requests failed." })), "operational"],
    ["a monitor that recovered", rss(item({ title: "api.acme.test recovered" })), "operational"],
    ["a sentence that says it has been resolved", rss(item({ html: "The issue has been resolved for all users." })), "operational"],
    ["not yet resolved is open", rss(item({ html: "We work to get this resolved soon." })), "degraded"],
    [
      "a planned maintenance is nothing yet",
      rss(item({ title: "Database maintenance", html: updates(["Scheduled", "On Friday."]) })),
      "operational",
    ],
    [
      "a maintenance in progress is planned, and no trouble",
      rss(item({ title: "Database maintenance", html: updates(["In progress", "It started."]) })),
      "operational",
    ],
    [
      "a completed maintenance is over",
      rss(item({ title: "Database maintenance", html: updates(["Completed", "Done."], ["In progress", "It started."]) })),
      "operational",
    ],
    [
      "an item forgotten months ago is not open",
      rss(item({ html: updates(["Investigating", "Slow."]), at: "Mon, 01 Jun 2026 10:00:00 GMT" })),
      "operational",
    ],
    [
      "markup escaped twice is read",
      rss(
        `<item><title>x</title><pubDate>Thu, 03 Sep 2026 10:00:00 GMT</pubDate><description>&lt;strong&gt;Resolved&lt;/strong&gt; - done. We saw an outage.</description></item>`,
      ),
      "operational",
    ],
  ])("%s", (_why, xml, state) => {
    expect(read(xml).state).toBe(state);
  });

  test.each([
    ["one region of the API is a degradation", "[API (us-east-1)] Outage", "degraded"],
    ["the API itself is down", "[API] Outage", "down"],
    ["signing in is not the API", "[Sign in] Outage", "operational"],
    ["an app is not the API", "[Grok (iOS)] Outage", "operational"],
    ["a site is not the API", "Website outage", "operational"],
  ])("a marked item: %s", (_why, title, state) => {
    const xml = rss(item({ title, html: "<h3>Status: ACTIVE</h3><p>Severity: outage</p>", categories: ["outage", "active"] }));
    expect(readDocument(decodeDocument(new TextEncoder().encode(xml), null), "feed", { ...NO_RULES, api: ["api"] }).state).toBe(state);
  });

  test.each([
    ["words of an outage are a degradation at most", item({ title: "API outage" }), "degraded"],
    ["an item of two days ago is over", item({ title: "API outage", at: "Tue, 01 Sep 2026 10:00:00 GMT" }), "operational"],
    ["an item of tomorrow is planned", item({ title: "API outage", at: "Fri, 04 Sep 2026 10:00:00 GMT" }), "operational"],
    ["a review is no outage", item({ title: "Post-mortem of yesterday's major outage" }), "operational"],
  ])("an item without marks: %s", (_why, entry, state) => {
    expect(read(rss(entry)).state).toBe(state);
  });

  test("a feed without items tells no state", () => {
    expect(() => read(rss())).toThrow(expect.objectContaining({ fault: "no_evidence" }));
  });

  test("a maintenance in progress is said, and opens no incident", () => {
    const reading = read(rss(item({ title: "Database maintenance", html: updates(["In progress", "It started."]) })));
    expect(reading).toMatchObject({ isMaintenance: true, incidents: [] });
  });

  test("Atom is read the same way", () => {
    const atom = (stage: string) =>
      `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>x</id><title>Acme</title><updated>2026-09-03T12:00:00Z</updated><entry><id>1</id><title type="html"><![CDATA[Errors]]></title><updated>2026-09-03T10:00:00Z</updated><content type="html"><![CDATA[<b>Status: ${stage}</b>]]></content></entry></feed>`;
    expect([read(atom("Investigating")).state, read(atom("Resolved")).state]).toEqual(["degraded", "operational"]);
  });

  test("only items that mention the filter count", () => {
    const xml = rss(
      item({ title: "Actions outage", html: updates(["Investigating", "x"]) }),
      item({ title: "Copilot is slow", html: updates(["Investigating", "x"]) }),
    );
    expect(read(xml, "feed", ["Copilot"]).state).toBe("degraded");
    expect(read(xml, "feed", ["Packages"]).state).toBe("operational");
  });

  test("open items are reported as incidents", () => {
    expect(read(rss(item({ title: "Errors &amp; delays", html: updates(["Investigating", "x"]) }))).incidents).toEqual([
      { title: "Errors & delays", impact: "degraded", startedAt: new Date("2026-09-03T10:00:00Z") },
    ]);
  });

  test.each([
    ["an HTML page", "<html><body>blocked</body></html>"],
    ["a feed cut in the middle", rss(item({})).slice(0, 300)],
    ["nothing but a root", '<rss version="2.0">'],
  ])("%s is an error, not a feed without incidents", (_what, xml) => {
    expect(() => read(xml)).toThrow(expect.objectContaining({ name: "SourceError" }));
  });
});

describe("Azure's feed of current incidents", () => {
  const keywords = ["azure openai", "openai service", "cognitive services", "ai foundry", "ai services"];

  test.each([
    ["empty is operational", rss(), "operational"],
    [
      "an item about the service is degraded",
      rss(
        item({ title: "Azure OpenAI - East US - Latency", html: "<p>Customers may see delays.</p>", at: "Mon, 01 Jun 2026 10:00:00 GMT" }),
      ),
      "degraded",
    ],
    ["an outage of it is down", rss(item({ title: "Cognitive Services - service disruption", html: "<p>Requests fail.</p>" })), "down"],
    [
      "another service's item is nothing",
      rss(item({ title: "Virtual Machines - West US - outage", html: "<p>Power.</p>" })),
      "operational",
    ],
    [
      "a mitigated one is over",
      rss(item({ title: "Azure OpenAI - East US - Mitigated", html: "<p>The issue has been mitigated.</p>" })),
      "operational",
    ],
  ])("%s", (_why, xml, state) => {
    expect(read(xml, "azure-feed", keywords).state).toBe(state);
  });
});
