import { expect } from "vitest";

/** Fields that published clients read without checking: an absent one crashes them. */

// Bodies of many endpoints; each reader checks what its client uses.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

const text = expect.any(String);
const number = expect.any(Number);

export interface ClientRead {
  reader: string;
  target: string;
  read(body: Body): void;
}

function leafStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leafStrings) : [];
}

export const CLIENT_READS: readonly ClientRead[] = [
  {
    reader: "news list",
    target: "/api/news?limit=5",
    read: ({ articles }) => {
      expect(articles.length).toBe(5);
      for (const article of articles) {
        expect(article).toMatchObject({ title: text, source: text, url: text, snippet: text, publishedAt: text });
      }
    },
  },
  {
    reader: "catalog search",
    target: "/api/meta",
    read: ({ api }) => {
      for (const leaf of leafStrings(api)) expect(leaf).toMatch(/^\/\S+ \S/);
    },
  },
  {
    reader: "status and is-down",
    target: "/api/status",
    read: ({ services }) => {
      expect(services.length).toBeGreaterThan(25);
      for (const service of services) {
        expect(service).toMatchObject({
          name: text,
          provider: text,
          status: expect.stringMatching(/^(operational|degraded|down|unknown)$/),
          statusPageUrl: text,
          components: expect.any(Array),
        });
        for (const component of service.components) expect(component).toMatchObject({ name: text, status: text });
      }
    },
  },
  {
    reader: "status summary",
    target: "/api/status/summary",
    read: ({ summary, services }) => {
      expect(services[0]).toMatchObject({ name: text, status: text, provider: text });
      expect(summary).toMatchObject({ total: services.length, operational: number, degraded: number, down: number, unknown: number });
    },
  },
  {
    reader: "model prices",
    target: "/api/models",
    read: ({ providers }) => {
      const models = providers.flatMap((provider: Body) => provider.models);
      expect(models.length).toBeGreaterThan(400);
      expect(providers.filter((provider: Body) => provider.models.length > 0).length).toBeGreaterThanOrEqual(20);
      for (const model of models) {
        expect([typeof model.inputPrice, typeof model.outputPrice, typeof model.contextWindow]).toEqual(["number", "number", "number"]);
        expect(Array.isArray(model.capabilities) && typeof model.name === "string").toBe(true);
      }
    },
  },
  {
    reader: "free price series",
    target: "/api/history/pricing/series?model=claude-opus-4-5&days=7",
    read: (body) =>
      expect(body).toMatchObject({
        model: text,
        provider: text,
        points: expect.any(Array),
        summary: expect.objectContaining({ changes_detected: number }),
      }),
  },
  {
    reader: "free benchmark series",
    target: "/api/history/benchmarks/series?model=claude-opus-4-5&benchmark=swe_bench&days=7",
    read: (body) => expect(body).toMatchObject({ model: text, benchmark: text, points: expect.any(Array), summary: expect.any(Object) }),
  },
  {
    reader: "free uptime",
    target: "/api/history/status/uptime?provider=openai&days=7",
    read: (body) =>
      expect(body).toMatchObject({
        provider: text,
        days_total: number,
        days_with_data: number,
        days_operational: number,
        days_degraded: number,
        days_down: number,
        incident_days: expect.any(Array),
      }),
  },
  {
    reader: "crawler activity",
    target: "/api/agents/activity",
    read: (body) => expect(body).toMatchObject({ ok: true, today_count: number, recent: expect.any(Array) }),
  },
  { reader: "incidents", target: "/api/incidents", read: ({ incidents }) => expect(Array.isArray(incidents)).toBe(true) },
];
