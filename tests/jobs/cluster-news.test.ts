import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import type { NewArticle } from "@/db/queries/news/news";
import { listClusterDays, listClusters } from "@/db/queries/news/stories/news-clusters";
import { pruneVectors } from "@/db/queries/news/stories/text-vectors";
import { BACKGROUND_HEADLINES } from "@/lib/domain/news/stories/background-headlines";
import { clusterNews } from "@/jobs/cluster-news/cluster-news";
import { clusterAt, degreesEmbedder } from "../support/news/clusterable";
import { SourceError } from "@/lib/sources/http/source";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { anArticle, storeNews } from "../support/news/stored-articles";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.execute(sql`truncate articles, sources, dataset_versions, text_vectors, news_cluster_days, news_clusters`));

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
/** How many vectors of articles each model has; those of the background headlines are always there. */
const vectors = async () => {
  const rows = await rowsOf<{ model: string; count: number }>(
    database.db,
    sql`select model, count(*)::int as count from text_vectors group by model order by model`,
  );
  return rows.map(({ model, count }) => [model, count - BACKGROUND_HEADLINES.length]);
};

describe("clustering a day", () => {
  test("repeats every hour until 07:30 of the second day after it, when the day becomes final", async () => {
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

    await store("11T07:30:00", article("c", "09T23:00:00"));
    await clusterAt(database.db, at("11T07:30:10"));
    expect(await storiesOf("09")).toEqual([["a", "b", "c"]]);
    expect(await dayOf("09")).toMatchObject({ isFinal: true, clusteredAt: at("11T07:30:10") });

    await store("11T08:20:00", article("d", "09T22:00:00"));
    expect(await clusterAt(database.db, at("11T08:30:00"))).toBeNull();
    expect(await storiesOf("09")).toEqual([["a", "b", "c"]]);
  });

  test("is not final until the feeds were read after it closes", async () => {
    await store("11T07:00:00", article("a", "09T08:00:00"), article("b", "09T09:00:00"));
    await clusterAt(database.db, at("11T11:30:00"));
    expect(await dayOf("09")).toMatchObject({ isFinal: false });
  });

  test("adds articles up to 07:30 of the second day, which the days after it do not cluster again", async () => {
    await store(
      "11T12:00:00",
      article("a", "09T22:00:00"),
      article("b", "10T12:00:00"),
      article("c", "11T07:29:59"),
      article("late", "11T07:30:00"),
      article("later", "11T09:00:00"),
    );
    await clusterAt(database.db, at("11T12:30:00"));
    expect(await storiesOf("09")).toEqual([["a", "b", "c"]]);
    expect([await storiesOf("10"), await storiesOf("11")]).toEqual([[], [["late", "later"]]]);
    expect([(await dayOf("09"))?.articleCount, (await dayOf("11"))?.articleCount]).toEqual([1, 2]);
  });

  test("gives an article to the earliest day that has it in a story, also when weeks are clustered at once", async () => {
    const told = ["05", "06", "07"].map((day) => article(day, `${day}T23:00:00`));
    await store("19T12:00:00", ...told);
    await clusterAt(database.db, at("19T12:30:00"));
    expect([await storiesOf("05"), await storiesOf("06"), await storiesOf("07")]).toEqual([[["05", "06"]], [], []]);
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
  const eight = Array.from({ length: 8 }, (_, index) =>
    article(`e${index}`, "09T08:00:00", { title: `Halden ships Skua ${index} [${index}]` }),
  );
  const three = [article("a", "09T08:00:00"), article("b", "09T09:00:00"), article("c", "09T10:00:00")];

  test("are computed once per text, whichever articles have it, and again when a text is corrected", async () => {
    await store("09T12:00:00", ...three);
    const embedder = degreesEmbedder();
    expect(await clusterAt(database.db, at("09T12:30:00"), embedder)).toMatchObject({ embedded: 1 });
    await store("09T13:00:00", article("b", "09T09:00:00", { title: "Kestrel corrects everything [90]" }), article("d", "09T11:00:00"));
    expect(await clusterAt(database.db, at("09T13:30:00"), embedder)).toMatchObject({ embedded: 1 });
    expect(embedder.embeddedTexts.filter((text) => text.includes("["))).toEqual([
      "Halden ships the Skua model [0]",
      "Kestrel corrects everything [90]",
    ]);
    expect(await storiesOf("09")).toEqual([["a", "c", "d"]]);
  });

  test("of another model are not used, and the day records the new model", async () => {
    await store("09T12:00:00", ...three);
    await clusterAt(database.db, at("09T12:30:00"), degreesEmbedder("degrees-1"));
    expect(await clusterAt(database.db, at("09T13:30:00"), degreesEmbedder("degrees-2"))).toMatchObject({ embedded: 1 });
    expect(await vectors()).toEqual([
      ["degrees-1", 1],
      ["degrees-2", 1],
    ]);
    expect(await dayOf("09")).toMatchObject({ model: "degrees-2" });
  });

  test("computed before the embedder had an error of its own are kept, and the day is unchanged", async () => {
    await store("09T12:00:00", ...eight);
    const embedder = degreesEmbedder();
    const failing = {
      ...embedder,
      embed: (texts: readonly string[]) =>
        texts.some((text) => text.includes("[7]")) ? Promise.reject(new Error("the embedder has a bug")) : embedder.embed(texts),
    };
    await expect(clusterAt(database.db, at("09T12:30:00"), failing)).rejects.toThrow("the embedder has a bug");
    expect([await vectors(), await dayOf("09")]).toEqual([[["degrees-1", 6]], undefined]);
    expect(await clusterAt(database.db, at("09T13:30:00"), embedder)).toMatchObject({ embedded: 2 });
  });

  test("missing for lack of time postpone their day to the next run", async () => {
    await store("09T12:00:00", ...three);
    expect(await clusterAt(database.db, at("09T12:30:00"), degreesEmbedder(), 0)).toMatchObject({ days: 0, postponed: 1, embedded: 0 });
    expect(await dayOf("09")).toBeUndefined();
    expect(await clusterAt(database.db, at("09T13:30:00"))).toMatchObject({ days: 1, postponed: 0, embedded: 1 });
  });

  test("are pruned days after the last clustering that used them", async () => {
    await store("09T12:00:00", ...three);
    await clusterAt(database.db, at("09T12:30:00"));
    await clusterAt(database.db, at("12T12:30:00"));
    expect(await pruneVectors(database.db, at("12T12:30:00"))).toBe(0);
    expect(await pruneVectors(database.db, at("12T12:30:01"))).toBe(1 + BACKGROUND_HEADLINES.length);
  });
});

describe("without the model", () => {
  const story = [article("a", "09T08:00:00"), article("b", "09T09:00:00", { title: "Skua, a model that Halden ships [70]" })];
  const noModel = { ...degreesEmbedder(), embed: () => Promise.reject(new SourceError("parse", "the model is not there")) };

  test("a day is clustered by words alone, says so, and stays open until a model has clustered it", async () => {
    await store("11T12:00:00", ...story);
    const counts = await clusterAt(database.db, at("11T12:30:00"), noModel);
    expect(counts).toMatchObject({ days: 0, lexical: 1, stories: 1, fault: "the model is not there" });
    expect(await dayOf("09")).toMatchObject({ model: "tf-idf", isFinal: false });
    expect(await clusterAt(database.db, at("11T13:30:00"))).toMatchObject({ days: 1, lexical: 0, embedded: 2 });
    expect(await dayOf("09")).toMatchObject({ model: "degrees-1", isFinal: true });
  });

  test("what a model clustered before stays, and a day that is embedded needs no model", async () => {
    await store("09T12:00:00", ...story);
    await clusterAt(database.db, at("09T12:30:00"));
    expect(await clusterAt(database.db, at("09T13:30:00"), noModel)).toMatchObject({ days: 1, lexical: 0 });
    await store("09T14:00:00", article("c", "09T13:00:00", { title: "Kestrel burns chips [30]" }));
    expect(await clusterAt(database.db, at("09T14:30:00"), noModel)).toMatchObject({ days: 0, lexical: 0, postponed: 1 });
    expect(await dayOf("09")).toMatchObject({ model: "degrees-1", articleCount: 2 });
  });
});

describe("the job cluster-news", () => {
  test("runs at half past every hour, so that 07:30 makes a day final", () => {
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
    expect(counts).toEqual({ days: 1, stories: 1, embedded: 3, postponed: 0, lexical: 0, pruned: 0 });
    expect(await storiesOf("10")).toEqual([["a", "b"]]);
  });

  test("does nothing without articles", async () => {
    expect(await clusterAt(database.db, at("10T12:30:00"))).toBeNull();
  });
});
