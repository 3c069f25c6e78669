import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import type { NewArticle } from "@/db/queries/news/news";
import { listClusterDays, listClusters, pruneVectors } from "@/db/queries/news/stories/news-clusters";
import { clusterNews } from "@/jobs/cluster-news/cluster-news";
import { clusterAt, degreesEmbedder } from "../support/news/clusterable";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { anArticle, storeNews } from "../support/news/stored-articles";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.execute(sql`truncate articles, sources, dataset_versions, article_vectors, news_cluster_days, news_clusters`));

const at = (iso: string) => new Date(`2026-05-${iso}Z`);
const article = (id: string, publishedAt: string, over: Partial<NewArticle> = {}) =>
  anArticle({
    id,
    title: "Halden ships the Skua model [0]",
    snippet: "",
    sourceDomain: `${id}.example`,
    sourceName: id,
    publishedAt: at(publishedAt),
    ...over,
  });
const store = (readAt: string, ...articles: NewArticle[]) => storeNews(database.db, articles, at(readAt));
const storiesOf = async (day: string) =>
  (await listClusters(database.db, `2026-05-${day}`, `2026-05-${day}`, 1)).map(({ articleIds }) => articleIds);
const dayOf = async (day: string) => (await listClusterDays(database.db, `2026-05-${day}`, `2026-05-${day}`))[0];
const vectors = () =>
  rowsOf<{ article_id: string; model: string }>(database.db, sql`select article_id, model from article_vectors order by article_id`);

describe("clustering a day", () => {
  test("repeats every hour until 07:30 of the next day, when the day becomes final", async () => {
    await store("09T12:00:00", article("a", "09T08:00:00"), article("b", "09T09:00:00"));
    await clusterAt(database.db, at("09T12:30:00"));
    expect(await storiesOf("09")).toEqual([["a", "b"]]);
    expect(await dayOf("09")).toMatchObject({
      isFinal: false,
      articleCount: 2,
      storyCount: 1,
      model: "degrees-1",
      threshold: 0.82,
      capturedAt: at("09T12:00:00"),
    });

    await store("10T07:30:00", article("c", "09T23:00:00"));
    await clusterAt(database.db, at("10T07:30:10"));
    expect(await storiesOf("09")).toEqual([["a", "b", "c"]]);
    expect(await dayOf("09")).toMatchObject({ isFinal: true, clusteredAt: at("10T07:30:10") });

    await store("10T08:20:00", article("d", "09T22:00:00"));
    expect(await clusterAt(database.db, at("10T08:30:00"))).toBeNull();
    expect(await storiesOf("09")).toEqual([["a", "b", "c"]]);
  });

  test("is not final until the feeds were read after its end", async () => {
    await store("09T20:00:00", article("a", "09T08:00:00"), article("b", "09T09:00:00"));
    await clusterAt(database.db, at("10T11:30:00"));
    expect(await dayOf("09")).toMatchObject({ isFinal: false });
  });

  test("adds articles up to 07:30 of the next day, which does not cluster them again", async () => {
    await store(
      "10T12:00:00",
      article("a", "09T22:00:00"),
      article("b", "10T03:00:00"),
      article("late", "10T07:30:00"),
      article("later", "10T09:00:00"),
    );
    await clusterAt(database.db, at("10T12:30:00"));
    expect(await storiesOf("09")).toEqual([["a", "b"]]);
    expect(await storiesOf("10")).toEqual([["late", "later"]]);
    expect([(await dayOf("09"))?.articleCount, (await dayOf("10"))?.articleCount]).toEqual([1, 2]);
  });

  test("leaves a story that begins after midnight to the next day", async () => {
    await store(
      "10T12:00:00",
      article("x", "09T10:00:00", { title: "Court rules on books [90]" }),
      article("a", "10T01:00:00"),
      article("b", "10T02:00:00"),
    );
    await clusterAt(database.db, at("10T12:30:00"));
    expect([await storiesOf("09"), await storiesOf("10")]).toEqual([[], [["a", "b"]]]);
  });

  test("counts one domain once, whatever its spelling", async () => {
    await store(
      "09T12:00:00",
      article("a", "09T08:00:00", { sourceDomain: "one.example" }),
      article("b", "09T09:00:00", { sourceDomain: "www.One.example" }),
      article("c", "09T10:00:00"),
    );
    await clusterAt(database.db, at("09T12:30:00"));
    const [story] = await listClusters(database.db, "2026-05-09", "2026-05-09", 1);
    expect(story).toMatchObject({
      articleCount: 3,
      sourceCount: 2,
      sources: ["one.example", "c.example"],
      heroId: "a",
      firstSeenAt: at("09T08:00:00"),
    });
  });

  test("catches up on missed days of the last 30, each on its own", async () => {
    const days = ["2026-04-08", "2026-04-09", "2026-05-05"].flatMap((day) =>
      [1, 2].map((hour) =>
        anArticle({
          id: `${day}-${hour}`,
          title: "Halden ships Skua [0]",
          snippet: "",
          sourceDomain: `${hour}.example`,
          publishedAt: new Date(`${day}T0${hour}:00:00Z`),
        }),
      ),
    );
    await store("09T12:00:00", ...days);
    await clusterAt(database.db, at("09T12:30:00"));
    expect((await listClusterDays(database.db, "2026-04-01", "2026-05-09")).map(({ date, isFinal }) => [date, isFinal])).toEqual([
      ["2026-05-05", true],
      ["2026-04-09", true],
    ]);
  });
});

describe("vectors", () => {
  const three = [article("a", "09T08:00:00"), article("b", "09T09:00:00"), article("c", "09T10:00:00")];

  test("are computed once per article, and again when its text is corrected", async () => {
    await store("09T12:00:00", ...three);
    const embedder = degreesEmbedder();
    expect(await clusterAt(database.db, at("09T12:30:00"), embedder)).toMatchObject({ embedded: 3 });
    await store(
      "09T13:00:00",
      article("b", "09T09:00:00", { title: "Halden ships the Skua model, corrected [90]" }),
      article("d", "09T11:00:00"),
    );
    expect(await clusterAt(database.db, at("09T13:30:00"), embedder)).toMatchObject({ embedded: 2 });
    expect(embedder.embeddedTexts.slice(1)).toEqual(["Halden ships the Skua model, corrected [90]", "Halden ships the Skua model [0]"]);
    expect(await storiesOf("09")).toEqual([["a", "c", "d"]]);
  });

  test("of another model are replaced, and the day records the new model", async () => {
    await store("09T12:00:00", ...three);
    await clusterAt(database.db, at("09T12:30:00"), degreesEmbedder("degrees-1"));
    expect(await clusterAt(database.db, at("09T13:30:00"), degreesEmbedder("degrees-2"))).toMatchObject({ embedded: 3 });
    expect((await vectors()).map(({ model }) => model)).toEqual(["degrees-2", "degrees-2", "degrees-2"]);
    expect(await dayOf("09")).toMatchObject({ model: "degrees-2" });
  });

  test("computed before the model failed are kept, and the day is unchanged", async () => {
    await store("09T12:00:00", ...three, article("d", "09T11:00:00"));
    const embedder = degreesEmbedder();
    let calls = 0;
    const failing = {
      ...embedder,
      embed: (texts: readonly string[]) => (++calls > 1 ? Promise.reject(new Error("the API is down")) : embedder.embed(texts)),
    };
    await expect(clusterAt(database.db, at("09T12:30:00"), failing)).rejects.toThrow("the API is down");
    expect([(await vectors()).length, await dayOf("09")]).toEqual([3, undefined]);
    expect(await clusterAt(database.db, at("09T13:30:00"), embedder)).toMatchObject({ embedded: 1 });
  });

  test("missing for lack of time postpone their day to the next run", async () => {
    await store("09T12:00:00", ...three);
    expect(await clusterAt(database.db, at("09T12:30:00"), degreesEmbedder(), 0)).toMatchObject({ days: 0, postponed: 1, embedded: 0 });
    expect(await dayOf("09")).toBeUndefined();
    expect(await clusterAt(database.db, at("09T13:30:00"))).toMatchObject({ days: 1, postponed: 0, embedded: 3 });
  });

  test("are pruned when their day is final or too old to be clustered, and kept while it is open", async () => {
    await store("09T12:00:00", ...three);
    await clusterAt(database.db, at("09T12:30:00"));
    const prune = (before: string, beforeInAnyCase = before) =>
      pruneVectors(database.db, { before: at(before), beforeInAnyCase: at(beforeInAnyCase) });
    expect(await prune("20T00:00:00", "01T00:00:00")).toBe(0);
    await store("10T08:00:00");
    await clusterAt(database.db, at("10T08:30:00"));
    expect(await prune("20T00:00:00", "01T00:00:00")).toBe(3);
  });
});

describe("the job cluster-news", () => {
  test("runs at half past every hour, so that 07:30 makes yesterday final", () => {
    expect(clusterNews.cadence).toEqual({ everyHours: 1, atMinute: 30 });
  });

  test("clusters a paraphrased story and leaves a different one alone, with the bundled model", async () => {
    const now = at("10T12:30:00");
    await store(
      "10T12:00:00",
      article("a", "10T08:00:00", { title: "Bramble raises $50 million to build robots that pack groceries" }),
      article("b", "10T09:00:00", { title: "Grocery-packing robot startup Bramble raises $50M" }),
      article("c", "10T09:30:00", { title: "Thistle raises $90 million to build robots that pick fruit" }),
    );
    const http = { get: () => Promise.reject(new Error("not asked")), measure: () => Promise.reject(new Error("not asked")) };
    const counts = await clusterNews.run({ db: database.db, http, now, signal: new AbortController().signal, log: () => undefined });
    expect(counts).toEqual({ days: 1, stories: 1, embedded: 3, postponed: 0, pruned: 0 });
    expect(await storiesOf("10")).toEqual([["a", "b"]]);
  });

  test("does nothing without articles", async () => {
    expect(await clusterAt(database.db, at("10T12:30:00"))).toBeNull();
  });
});
