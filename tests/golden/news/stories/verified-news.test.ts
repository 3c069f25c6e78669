import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifiedNews } from "@/lib/endpoints/premium/history/news/verified";
import { CLUSTER_RULES } from "@/lib/domain/news/stories/cluster-rules";
import { clusterId } from "@/lib/domain/news/stories/cluster-story";
import { clusterAt } from "../../../support/news/clusterable";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { fundedToken } from "../../../support/money/money";
import { request } from "../../../support/server/request";
import { anArticle, storeNews } from "../../../support/news/stored-articles";

let database: TestDatabase;
let bearer: { Authorization: string };

/** The number in brackets is the direction of the vector that this test's model returns: cos 30° = 0.866, cos 60° = 0.5. */
const ARTICLES: [id: string, at: string, domain: string, title: string][] = [
  ["t1", "2026-05-09T06:30:00Z", "techcrunch.com", "Bramble raises $50 million for grocery robots [0]"],
  ["t2", "2026-05-09T07:00:00Z", "theverge.com", "Grocery robots: Bramble raises $50M [10]"],
  ["t3", "2026-05-09T07:10:00Z", "arstechnica.com", "Bramble raises $50 million, grocery robots to follow [20]"],
  ["t4", "2026-05-09T09:00:00Z", "wired.com", "Grocery robots for $50 million: Bramble raises again [25]"],
  ["t5", "2026-05-10T07:00:00Z", "zdnet.com", "Bramble raises $50 million for robots that pack groceries [5]"],
  // A copy on the same domain: one more article, no more sources.
  ["t6", "2026-05-09T11:00:00Z", "techcrunch.com", "Bramble raises $50 million for grocery robots [0]"],
  // Another amount is another story, also in the same direction.
  ["n1", "2026-05-09T08:00:00Z", "wired.com", "Thistle raises $90 million for fruit robots [0]"],
  // Two domains.
  ["q1", "2026-05-09T10:00:00Z", "theverge.com", "Court lets Quillhouse sue Orbit over books [90]"],
  ["q2", "2026-05-09T10:30:00Z", "wired.com", "Orbit must face Quillhouse in court over books [100]"],
  // The day before: three domains.
  ["k1", "2026-05-08T10:00:00Z", "theverge.com", "Kestrel unveils the K3 inference chip [45]"],
  ["k2", "2026-05-08T11:00:00Z", "wired.com", "K3 inference chip unveiled by Kestrel [45]"],
  ["k3", "2026-05-08T12:00:00Z", "zdnet.com", "Kestrel's K3 inference chip is here [45]"],
];

beforeAll(async () => {
  database = await useTestDatabase();
  ({ bearer } = await fundedToken(database.db, 100));
  const articles = ARTICLES.map(([id, at, sourceDomain, title]) =>
    anArticle({
      id,
      sourceDomain,
      sourceName: `The ${sourceDomain}`,
      title,
      snippet: "",
      url: `https://${sourceDomain}/${id}`,
      publishedAt: new Date(at),
    }),
  );
  await storeNews(database.db, articles, new Date("2026-05-11T08:00:00Z"));
  await clusterAt(database.db, new Date("2026-05-11T08:30:00Z"));
});
afterAll(() => database.close());

const ask = async (query: string) => (await request(verifiedNews, `/api/premium/history/news/verified${query}`, { headers: bearer })).body;
const idsOf = (body: { items: { article_ids: string[] }[] }) => body.items.map(({ article_ids: ids }) => ids.join(" "));

describe("stories that several outlets reported", () => {
  test("defaults to stories of at least four domains: t1 to t6 are six articles on five domains", async () => {
    const body = await ask("?date=2026-05-09");
    expect(body).toMatchObject({ ok: true, date: "2026-05-09", min_sources_filter: 4, billing: { credits_charged: 1 } });
    expect(body.items).toEqual([
      {
        cluster_id: clusterId(["t1", "t2", "t3", "t4", "t5", "t6"]),
        date: "2026-05-09",
        article_count: 6,
        source_count: 5,
        corroboration_band: "broad",
        sources: ["techcrunch.com", "theverge.com", "arstechnica.com", "wired.com", "zdnet.com"],
        article_ids: ["t1", "t2", "t3", "t4", "t6", "t5"],
        hero: {
          title: "Bramble raises $50 million for grocery robots [0]",
          url: "https://techcrunch.com/t1",
          source: "The techcrunch.com",
          publishedAt: "2026-05-09T06:30:00.000Z",
        },
        first_seen_at: "2026-05-09T06:30:00.000Z",
        // The copy of t6 is no first report of its domain.
        reports: [
          { source: "techcrunch.com", published_at: "2026-05-09T06:30:00.000Z" },
          { source: "theverge.com", published_at: "2026-05-09T07:00:00.000Z" },
          { source: "arstechnica.com", published_at: "2026-05-09T07:10:00.000Z" },
          { source: "wired.com", published_at: "2026-05-09T09:00:00.000Z" },
          { source: "zdnet.com", published_at: "2026-05-10T07:00:00.000Z" },
        ],
      },
    ]);
  });

  test("min_sources counts domains, and every item has its band", async () => {
    const two = await ask("?date=2026-05-09&min_sources=2");
    expect(
      two.items.map(({ source_count: count, corroboration_band: band }: { source_count: number; corroboration_band: string }) => [
        count,
        band,
      ]),
    ).toEqual([
      [5, "broad"],
      [2, "limited"],
    ]);
    expect(idsOf(await ask("?date=2026-05-09&min_sources=5"))).toHaveLength(1);
    expect(idsOf(await ask("?date=2026-05-09&min_sources=6"))).toEqual([]);
  });

  test("a range is answered as a flat list, the newest day first, without a date", async () => {
    const body = await ask("?from=2026-05-08&to=2026-05-09&min_sources=2");
    expect(body).toMatchObject({ date: null, from: "2026-05-08", to: "2026-05-09" });
    expect(idsOf(body)).toEqual(["t1 t2 t3 t4 t6 t5", "q1 q2", "k1 k2 k3"]);
  });

  test("days report their input: the 9th has eight articles and three stories, including t5 from the morning after", async () => {
    const { days } = await ask("?date=2026-05-09");
    expect(days).toEqual([
      {
        date: "2026-05-09",
        is_final: true,
        model: "degrees-1",
        method: "embedding",
        articles: 8,
        stories: 3,
        clustered_at: "2026-05-11T08:30:00.000Z",
      },
    ]);
  });

  test("the method states model, threshold and window", async () => {
    expect((await ask("?date=2026-05-09")).method).toMatchObject({ model: "degrees-1", threshold: 0.82, window_hours: 48 });
    expect(CLUSTER_RULES.threshold).toBe(0.82);
  });

  test("defaults to the newest clustered day that has ended: on the 10th that is the 9th", async () => {
    expect(await ask("")).toMatchObject({ date: "2026-05-10", days: [{ articles: 0, stories: 0 }], items: [] });
  });

  // FNV-1a, 64 bits: the offset basis for nothing; of "a" 0xaf63dc4c8601ec8c.
  test("a story's id is FNV-1a over its sorted articles", () => {
    expect(clusterId([])).toBe(0xcbf29ce484222325n.toString(36));
    expect(clusterId(["a"])).toBe(0xaf63dc4c8601ec8cn.toString(36));
    expect(clusterId(["b", "a"])).toBe(clusterId(["a", "b"]));
  });
});

test("sanitizes a title again when it was stored under older rules", async () => {
  const hidden = sql`'Chips' || chr(8203) || ' are here'`;
  await database.db.execute(sql`delete from raw_texts where article_id = 'k1'`);
  await database.db.execute(sql`update articles set title = ${hidden}, rules_version = 'older' where id = 'k1'`);
  await database.db.execute(sql`update news_clusters set hero_title = ${hidden} where hero_id = 'k1'`);
  expect((await ask("?date=2026-05-08&min_sources=2")).items[0].hero.title).toBe("Chips are here");
});
