import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newsStories } from "@/lib/endpoints/news/stories";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { SourceError } from "@/lib/sources/http/source";
import { clusterAt, degreesEmbedder } from "../../support/news/clusterable";
import { anArticle, storeNews } from "../../support/news/stored-articles";
import { forgetPrepared, request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

let database: TestDatabase;
const today = utcDay(new Date());
const yesterday = addDays(today, -1);

beforeAll(async () => {
  database = await useTestDatabase();
});
beforeEach(async () => {
  forgetPrepared();
  await database.db.execute(sql`truncate articles, sources, dataset_versions, text_vectors, news_cluster_days, news_clusters`);
});
afterAll(() => database.close());

/** Stores a story as so many outlets told it from the day's first minute on. */
const tell = (title: string, outlets: number, day: string): Promise<void> =>
  storeNews(
    database.db,
    Array.from({ length: outlets }, (_, place) =>
      anArticle({ title, snippet: "", sourceDomain: `outlet-${place}.example`, publishedAt: new Date(`${day}T00:0${place}:00Z`) }),
    ),
    new Date(),
  );

const toldIn = async (query = ""): Promise<[string, number][]> =>
  (await request(newsStories, `${newsStories.path}${query}`)).body.stories.map(
    ({ title, source_count: outlets }: { title: string; source_count: number }) => [title, outlets],
  );

test("lists what several outlets told today or yesterday, what most told first", async () => {
  await tell("Halden ships Skua [0]", 2, yesterday);
  await tell("Orrin opens Kestrel [90]", 3, yesterday);
  await tell("Nobody repeats this [180]", 1, yesterday);
  await tell("Older news [270]", 4, addDays(today, -2));
  await clusterAt(database.db, new Date());
  expect(await toldIn()).toEqual([
    ["Orrin opens Kestrel [90]", 3],
    ["Halden ships Skua [0]", 2],
  ]);
  expect(await toldIn("?min_sources=3")).toEqual([["Orrin opens Kestrel [90]", 3]]);
  expect(await toldIn("?limit=1")).toEqual([["Orrin opens Kestrel [90]", 3]]);
});

test("says of a story who told it first and when", async () => {
  await tell("Halden ships Skua [0]", 2, yesterday);
  await clusterAt(database.db, new Date());
  const { body } = await request(newsStories, newsStories.path);
  expect(body.stories).toMatchObject([{ corroboration_band: "limited", first_seen_at: `${yesterday}T00:00:00.000Z` }]);
});

test("lists nothing of a day that was grouped by words alone", async () => {
  await tell("Halden ships Skua [0]", 2, yesterday);
  const noModel = { ...degreesEmbedder(), embed: () => Promise.reject(new SourceError("parse", "the model is not there")) };
  await clusterAt(database.db, new Date(), noModel);
  expect(await toldIn()).toEqual([]);
});

test.each(["?min_sources=1", "?min_sources=51", "?limit=0", "?limit=21"])("refuses %s", async (query) => {
  expect((await request(newsStories, `${newsStories.path}${query}`)).status).toBe(400);
});
