import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parseFeed, parseRssFeed } from "feedsmith";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as rootFeed } from "@/app/feed.xml/route";
import { GET as allFeed } from "@/app/api/feed/[[...path]]/route";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { feedJson } from "@/lib/endpoints/feed-json";
import { feedXml } from "@/lib/endpoints/feed-xml";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { forgetPrepared, request } from "../../support/server/request";
import { anArticle, storeNews } from "../../support/news/stored-articles";

let database: TestDatabase;
const readAt = new Date();

beforeAll(async () => {
  database = await useTestDatabase();
});

beforeEach(async () => {
  forgetPrepared();
  await database.db.execute(sql`truncate articles, sources`);
});

afterAll(() => database.close());

const store = (...articles: Parameters<typeof anArticle>[0][]) =>
  storeNews(
    database.db,
    articles.map((overrides) => anArticle(overrides)),
    readAt,
  );

test("a reader that holds the feed by its date alone gets 304, until an article comes", async () => {
  await store({ url: "https://x.example/1" });
  const first = await request(feedXml);
  expect(first.headers.get("cache-control")).toMatch(/^public, max-age=300, s-maxage=\d+, /);
  const since = { "If-Modified-Since": String(first.headers.get("last-modified")) };
  const again = await request(feedXml, "/api/feed.xml", { headers: since });
  expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", first.headers.get("etag")]);
  await store({ url: "https://x.example/2" });
  await bumpVersion(database.db, "news", new Date());
  const changed = await request(feedXml, "/api/feed.xml", { headers: since });
  expect([changed.status, changed.text.includes("https://x.example/2")]).toEqual([200, true]);
});

describe("GET /api/feed.xml", () => {
  test("is well-formed RSS 2.0 with its own address, even before anything was read, when nobody may keep it", async () => {
    const { status, text, headers } = await request(feedXml);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(XMLValidator.validate(text)).toBe(true);
    const { rss } = new XMLParser({ ignoreAttributes: false }).parse(text) as { rss: { channel: Record<string, unknown> } };
    expect(rss.channel).toMatchObject({ ttl: 10, language: "en-us", "atom:link": { "@_rel": "self", "@_type": "application/rss+xml" } });
    expect((rss.channel["atom:link"] as Record<string, string>)["@_href"]).toMatch(/\/api\/feed\.xml$/);
    expect(rss.channel.copyright).toMatch(/inference-only/i);
  });

  test("a reader gets each article as it was stored, with a permanent guid and a date in GMT", async () => {
    await store(
      {
        id: "one",
        title: "A & B <i>\"C\"</i> 'D' ]]> E",
        snippet: "1 < 2 & 3",
        url: "https://x.example/a?b=1&c=2",
        categories: ["Tools & Dev", "Models"],
        sourceName: "Smith & Sons",
      },
      { id: "two", title: "\u{1f600} Second", url: "https://x.example/two", publishedAt: new Date("2026-05-14T00:00:00Z"), categories: [] },
    );
    const { text } = await request(feedXml);
    expect(XMLValidator.validate(text)).toBe(true);
    expect(parseRssFeed(text).items).toEqual([
      {
        title: "A & B \"C\" 'D' ]]> E",
        link: "https://x.example/a?b=1&c=2",
        description: "1 < 2 & 3",
        pubDate: "Fri, 15 May 2026 12:00:00 GMT",
        guid: { value: "https://x.example/a?b=1&c=2", isPermaLink: true },
        source: { title: "Smith & Sons", url: "https://huggingface.co" },
        categories: [{ name: "Tools & Dev" }, { name: "Models" }],
      },
      {
        title: "\u{1f600} Second",
        link: "https://x.example/two",
        description: expect.stringContaining("About post"),
        pubDate: "Thu, 14 May 2026 00:00:00 GMT",
        guid: { value: "https://x.example/two", isPermaLink: true },
        source: { title: "Hugging Face Blog", url: "https://huggingface.co" },
      },
    ]);
  });

  test("leaves out characters that XML cannot represent", async () => {
    await store({ title: "T", snippet: "S", categories: ["a\u0001b\uffffc"] });
    const { text } = await request(feedXml);
    expect(XMLValidator.validate(text)).toBe(true);
    expect(parseRssFeed(text).items?.[0]?.categories).toEqual([{ name: "abc" }]);
  });

  test("has the newest article's date as its build date, so that the same news give the same bytes", async () => {
    await store({ publishedAt: new Date("2026-05-14T00:00:00Z") }, { publishedAt: new Date("2026-05-15T08:00:00Z") });
    const first = await request(feedXml);
    forgetPrepared();
    const second = await request(feedXml);
    expect(first.text).toContain("<lastBuildDate>Fri, 15 May 2026 08:00:00 GMT</lastBuildDate>");
    expect(second.text).toBe(first.text);
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  });

  test("has up to 200 items, limited by limit and category", async () => {
    await store(...Array.from({ length: 210 }, (_, index) => ({ categories: index < 3 ? ["Research"] : ["Models"] })));
    const count = async (query: string) => (await request(feedXml, `/api/feed.xml${query}`)).text.split("<item>").length - 1;
    expect(await count("")).toBe(200);
    expect(await count("?limit=5")).toBe(5);
    expect(await count("?category=research")).toBe(3);
  });

  test.each([
    ["/feed.xml", rootFeed],
    ["/api/feed/all.xml", allFeed],
  ])("serves the same feed at %s", async (path, get) => {
    await store({});
    const alias = await get(new Request(`http://test.local${path}`));
    expect(await alias.text()).toBe((await request(feedXml)).text);
  });
});

describe("GET /api/feed.json", () => {
  test("is a JSON Feed 1.1 with `ok` in its extension", async () => {
    await store({ url: "https://x.example/1", title: "T", snippet: "S", categories: ["Models"] });
    const { text, headers } = await request(feedJson);
    const body = JSON.parse(text) as Record<string, unknown>;
    expect(headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    expect(body).toMatchObject({ version: "https://jsonfeed.org/version/1.1", _service: { ok: true } });
    expect(body).not.toHaveProperty("ok");
    expect(body.feed_url).toMatch(/\/api\/feed\.json$/);
    expect(body.items).toEqual([
      {
        id: "https://x.example/1",
        url: "https://x.example/1",
        external_url: "https://x.example/1",
        title: "T",
        content_text: "S",
        date_published: "2026-05-15T12:00:00.000Z",
        authors: [{ name: "Hugging Face Blog" }],
        tags: ["Models"],
      },
    ]);
    expect(parseFeed(text).format).toBe("json");
  });

  test("stays under 250 KB with 200 long articles", async () => {
    await store(
      ...Array.from({ length: 200 }, (_, index) => ({
        url: `https://x.example/${"long-path-".repeat(8)}${index}`,
        title: "Some words ".repeat(9),
        snippet: "Some more words ".repeat(13),
      })),
    );
    const { text } = await request(feedJson);
    expect(JSON.parse(text).items).toHaveLength(200);
    expect(Buffer.byteLength(text)).toBeLessThan(250_000);
  });
});
