import type { StatusPage } from "@/lib/catalogs/status-pages";

/** Synthetic documents in the formats of real status pages and feeds. */

/** The component that every page lists. */
const apiOf = (name: string): string => (name.endsWith("API") ? name : `${name} API`);

type State = "operational" | "degraded" | "down";

const json = (value: unknown): string => JSON.stringify(value);

const STATUSPAGE = {
  operational: ["none", "operational"],
  degraded: ["minor", "degraded_performance"],
  down: ["major", "major_outage"],
} as const;

interface Beside {
  name: string;
  state: State;
}

function statuspage(name: string, state: State, at: string, beside: readonly Beside[]): string {
  const [indicator, component] = STATUSPAGE[state];
  const incidents =
    state === "operational"
      ? []
      : [
          {
            id: "inc1",
            name: `Elevated errors on ${name}`,
            status: "investigating",
            impact: indicator,
            created_at: at,
            started_at: at,
            resolved_at: null,
            components: [],
          },
        ];
  return json({
    page: { id: "p1", name, url: "https://status.example", time_zone: "Etc/UTC", updated_at: at },
    status: { indicator, description: state === "operational" ? "All Systems Operational" : "Service disruption" },
    components: [
      { id: "c1", name: apiOf(name), status: component, group: false, group_id: null },
      { id: "c2", name: "Dashboard", status: "operational", group: false, group_id: null },
      ...beside.map((other) => ({
        id: other.name,
        name: apiOf(other.name),
        status: STATUSPAGE[other.state][1],
        group: false,
        group_id: null,
      })),
    ],
    incidents,
    scheduled_maintenances: [],
  });
}

const INSTATUS = {
  operational: ["UP", "OPERATIONAL"],
  degraded: ["HASISSUES", "DEGRADEDPERFORMANCE"],
  down: ["HASISSUES", "MAJOROUTAGE"],
} as const;

function instatus(name: string, state: State): string {
  const [page, component] = INSTATUS[state];
  return json({
    page: { name, url: "https://status.example", status: page },
    components: [{ id: "c1", name: apiOf(name), status: component, group: null }],
  });
}

function betterStack(name: string, state: State, at: string): string {
  const status = state === "down" ? "downtime" : state;
  return json({
    data: { id: "1", type: "status_page", attributes: { company_name: name, aggregate_state: status, updated_at: at } },
    included: [{ id: "2", type: "status_page_resource", attributes: { public_name: apiOf(name), status, status_page_section_id: 1 } }],
  });
}

function googleCloud(state: State, at: string): string {
  return json([
    {
      id: "g1",
      begin: at,
      end: state === "operational" ? at : null,
      created: at,
      modified: at,
      external_desc: "Elevated errors in Gemini",
      severity: state === "down" ? "high" : "medium",
      status_impact: "SERVICE_DISRUPTION",
      affected_products: [{ title: "Vertex Gemini API", id: "Z0FZJAMvEB4j3NbCJs6B" }],
    },
  ]);
}

const rootly = (name: string, state: State, at: string): string =>
  json({
    page: { name, url: "https://status.example", time_zone: "UTC", updated_at: at },
    status: { indicator: state === "operational" ? "none" : state === "down" ? "major" : "minor", description: "" },
    incidents:
      state === "operational"
        ? []
        : [
            {
              name: "Elevated errors",
              status: "started",
              impact: state === "down" ? "critical" : "minor",
              started_at: at,
              resolved_at: null,
            },
          ],
  });

function flashduty(name: string, state: State, at: string): string {
  const component = { component_id: "api", name: "API Service", order_id: 1 };
  const change = {
    change_id: 1,
    type: "incident",
    title: "Elevated errors",
    status: "investigating",
    affected_components: [{ ...component, status: state === "down" ? "full_outage" : "degraded" }],
    start_at_seconds: Date.parse(at) / 1000,
  };
  return json({
    request_id: "r",
    data: { page: { name, components: [component], sections: [] }, active_changes: state === "operational" ? [] : [change] },
  });
}

const rss = (title: string, items: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${title}</title><link>https://status.example/</link><description>Status</description>${items}</channel></rss>`;

function feed(name: string, state: State, at: string): string {
  return rss(
    name,
    `<item><title>Elevated errors</title><link>https://status.example/1</link><guid>https://status.example/1</guid><pubDate>${new Date(at).toUTCString()}</pubDate><description>&lt;b&gt;Status: ${state === "operational" ? "Resolved" : "Investigating"}&lt;/b&gt; We see ${state === "down" ? "a major outage" : "degraded performance"} of the API.</description></item>`,
  );
}

/** UTF-16 big-endian with byte order mark, as AWS sends it. */
function utf16(text: string): Uint8Array {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return bytes.swap16();
}

/** A status document of this format in this state. */
export function statusDocument(page: StatusPage, state: State, at: string, beside: readonly Beside[] = []): string | Uint8Array {
  switch (page.format) {
    case "statuspage":
    case "incident-io":
      return statuspage(page.include[0] ?? page.name, state, at, beside);
    case "instatus":
      return instatus(page.name, state);
    case "rootly":
      return rootly(page.name, state, at);
    case "flashduty":
      return flashduty(page.name, state, at);
    case "better-stack":
      return betterStack(page.name, state, at);
    case "google-cloud":
      return googleCloud(state, at);
    case "aws":
      return utf16("[]");
    case "onlineornot":
      return json({
        result: {
          status_page: { name: page.name },
          status: { description: "All Systems Operational" },
          components: [{ name: apiOf(page.name), status: "OPERATIONAL" }],
          active_incidents: [],
        },
      });
    case "metastatus":
      return json([{ name: "Llama API", services: [{ name: "Llama API", status: "No known issues" }] }]);
    case "azure-feed":
    case "feed":
      return feed(page.name, state, at);
    case "page":
      return "<!doctype html><html><body><h1>Status</h1></body></html>";
  }
}

export interface Story {
  title: string;
  text: string;
  path: string;
  at: Date;
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** RSS 2.0 or Atom; `padding` bytes of full text give it the size of a real feed. */
export function newsDocument(format: "rss" | "atom", site: string, stories: readonly Story[], padding = 0): string {
  const body = escape(
    `<p>${"The full text of the article stands here as feeds carry it. ".repeat(Math.ceil(padding / Math.max(1, stories.length) / 60))}</p>`,
  );
  if (format === "atom") {
    const entries = stories.map(
      (story) =>
        `<entry><title>${escape(story.title)}</title><id>https://${site}${story.path}</id><link href="https://${site}${story.path}"/><updated>${story.at.toISOString()}</updated><summary>${escape(story.text)}</summary><content type="html">${body}</content></entry>`,
    );
    return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>${site}</title><id>https://${site}/</id><updated>${stories[0]?.at.toISOString() ?? ""}</updated>${entries.join("\n")}</feed>`;
  }
  const items = stories.map(
    (story) =>
      `<item><title>${escape(story.title)}</title><link>https://${site}${story.path}</link><guid isPermaLink="true">https://${site}${story.path}</guid><pubDate>${story.at.toUTCString()}</pubDate><description>${escape(story.text)}</description><content:encoded>${body}</content:encoded></item>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${site}</title><link>https://${site}/</link><description>News</description>${items.join("\n")}</channel></rss>`;
}
