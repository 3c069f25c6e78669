import type { VerifiedAnswer } from "./verified-stories";

/** An invented answer of the true shape. */
export const VERIFIED_EXAMPLE: VerifiedAnswer = {
  min_sources_filter: 4,
  days: [{ date: "2026-05-09", is_final: true, articles: 212, stories: 148 }],
  items: [
    {
      cluster_id: "example",
      date: "2026-05-09",
      article_count: 6,
      source_count: 5,
      corroboration_band: "broad",
      sources: ["one.example", "two.example", "three.example", "four.example", "five.example"],
      hero: {
        title: "A lab that does not exist releases a model that does not exist",
        url: "https://one.example/story",
        source: "One",
        publishedAt: "2026-05-09T06:30:00.000Z",
      },
      first_seen_at: "2026-05-09T06:30:00.000Z",
      reports: [
        { source: "one.example", published_at: "2026-05-09T06:30:00.000Z" },
        { source: "two.example", published_at: "2026-05-09T06:52:00.000Z" },
        { source: "three.example", published_at: "2026-05-09T07:40:00.000Z" },
        { source: "four.example", published_at: "2026-05-09T08:05:00.000Z" },
        { source: "five.example", published_at: "2026-05-09T10:01:00.000Z" },
      ],
    },
  ],
};
