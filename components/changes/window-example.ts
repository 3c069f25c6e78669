import type { WindowAnswer } from "./window-changes";

const ACTIVE = { status: "active", deprecationDate: null } as const;

/** An invented answer of the true shape. */
export const WINDOW_EXAMPLE: WindowAnswer = {
  window: { from: "2026-05-08T09:00:00.000Z", to: "2026-05-09T09:00:00.000Z", days: 1 },
  summary: { total_pricing_changes: 2, new_models: 1, removed_models: 1, incidents: 1, news_articles: 1 },
  pricing: {
    baseline: { date: "2026-05-08", taken_at: "2026-05-08T07:00:00.000Z" },
    changes: [
      {
        model: "Example Large",
        model_id: "example-large",
        provider: "Example",
        ...ACTIVE,
        field: "inputPrice",
        from: 5,
        to: 4,
        delta_pct: -20,
      },
      {
        model: "Example Small",
        model_id: "example-small",
        provider: "Example",
        ...ACTIVE,
        field: "outputPrice",
        from: 1,
        to: 1.25,
        delta_pct: 25,
      },
    ],
    new_models: [
      { model: "Example Next", model_id: "example-next", provider: "Example", ...ACTIVE, input_per_1m: 3, output_per_1m: 12, tier: null },
    ],
    removed_models: [
      { model: "Example Old", model_id: "example-old", provider: "Example", status: "retired", deprecationDate: "2026-05-08" },
    ],
  },
  status: {
    incidents: [
      {
        id: "example",
        service: "Example API",
        provider: "example",
        severity: "minor",
        title: "Slow answers",
        started_at: "2026-05-08T14:02:00.000Z",
        resolved_at: "2026-05-08T14:40:00.000Z",
        duration_minutes: 38,
        started_before: false,
      },
    ],
    currently_operational: 20,
    currently_degraded: 1,
    currently_down: 0,
    currently_unknown: 2,
  },
  news: [
    {
      title: "A lab that does not exist releases a model that does not exist",
      url: "https://one.example/story",
      source: "One",
      source_domain: "one.example",
      published_at: "2026-05-09T06:30:00.000Z",
      snippet: "",
      categories: [],
    },
  ],
  notes: [],
};
