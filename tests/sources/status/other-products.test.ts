import { describe, expect, test } from "vitest";
import { StatusFormat } from "@/lib/catalogs/status-pages";
import { component, readFormat, summary } from "../../support/status/status-documents";

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
    expect(readFormat(format, body).state).toBe(state);
  });

  test("an HTML page without data is refused, even if it looks operational", () => {
    expect(() => readFormat("page", "<!doctype html><html><body>All systems operational</body></html>")).toThrow(
      "without data for programs",
    );
  });

  test("JSON data inside a page is read", () => {
    const html = `<!doctype html><html><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { summary: summary("minor", [component("API", "partial_outage")]) } } })}</script></html>`;
    expect(readFormat("page", html).state).toBe("degraded");
  });

  test.each([
    ["an empty body", ""],
    ["half of a JSON document", '{"page":{"id":"p"'],
    ["an error page", "<html><h1>502</h1></html>"],
    ["JSON of something else", '{"hello":1}'],
    ["a number", "42"],
  ])("%s is a SourceError for every format", (_what, body) => {
    for (const format of StatusFormat.options) {
      expect(() => readFormat(format, body)).toThrow(expect.objectContaining({ name: "SourceError" }));
    }
  });
});
