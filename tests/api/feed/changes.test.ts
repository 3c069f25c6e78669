import { XMLValidator } from "fast-xml-parser";
import { parseFeed, parseRssFeed } from "feedsmith";
import RssParser from "rss-parser";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { appendChanges } from "@/db/queries/history/change-events";
import { CHANGE_DATASETS, type Change } from "@/lib/domain/history/changes/change-event";
import { datasetFeed } from "@/lib/endpoints/feeds/dataset/[file]";
import { providerFeed } from "@/lib/endpoints/feeds/provider/[file]";
import { providerPage } from "@/lib/pages/provider";
import { changesPage } from "@/lib/pages/changes";
import { modelsPage } from "@/lib/pages/models";
import { pageMetadata } from "@/lib/pages/frame";
import { aChange, emptyChanges } from "../../support/history/changes";
import { forgetPrepared, request } from "../../support/server/request";
import { minutesAgo } from "../../support/status/status-polls";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  forgetPrepared();
  await emptyChanges(database.db);
});

const add = (...added: Partial<Change>[]) => appendChanges(database.db, added.map(aChange), minutesAgo(1));
const ofProvider = (file: string, headers: Record<string, string> = {}) =>
  request(providerFeed, `/api/feeds/provider/${file}`, { params: { file }, headers });
const ofDataset = (file: string) => request(datasetFeed, `/api/feeds/dataset/${file}`, { params: { file } });

const INCIDENT: Partial<Change> = {
  id: "incident/inc_anthropic_1/opened",
  dataset: "provider_status",
  at: new Date("2026-05-12T08:00:00Z"),
  facts: {
    kind: "incident_opened",
    incidentId: "inc_anthropic_1",
    service: "anthropic",
    title: "Errors & <b>more</b>\u0001",
    severity: "minor",
  },
};

describe("GET /api/feeds/provider/{file}", () => {
  test("is well-formed RSS with the newest change first, which a published reader reads", async () => {
    await add({ id: "a" }, INCIDENT, { id: "of another", provider: "openai" });
    const { status, text, headers } = await ofProvider("anthropic.xml");
    expect([status, headers.get("content-type")]).toEqual([200, "application/rss+xml; charset=utf-8"]);
    expect(XMLValidator.validate(text)).toBe(true);
    const feed = parseRssFeed(text);
    expect(feed.items).toEqual([
      expect.objectContaining({
        title: expect.stringMatching(/^Claude API: incident began: Errors & /),
        pubDate: "Tue, 12 May 2026 08:00:00 GMT",
      }),
      expect.objectContaining({
        title: "Price of Claude Opus 4.5 of Anthropic: input from $5.00 to $4.00 per 1M tokens",
        link: expect.stringMatching(/\/models\/anthropic\/claude-opus-4-5$/),
        guid: { value: "a", isPermaLink: false },
      }),
    ]);
    expect(feed.atom?.links?.[0]?.href).toMatch(/\/api\/feeds\/provider\/anthropic\.xml$/);
  });

  test("says the same to a second published reader, whose parser of XML is another one", async () => {
    await add({ id: "a" }, INCIDENT);
    const { text } = await ofProvider("anthropic.xml");
    const [first, second] = [parseRssFeed(text), await new RssParser().parseString(text)];
    expect(second.items.map(({ title, guid, link, pubDate }) => ({ title, guid, link, pubDate }))).toEqual(
      (first.items ?? []).map(({ title, guid, link, pubDate }) => ({ title, guid: guid?.value, link, pubDate })),
    );
    expect(second.items).toHaveLength(2);
    expect(second.feedUrl).toMatch(/\/api\/feeds\/provider\/anthropic\.xml$/);
  });

  test("is a JSON Feed 1.1 with the same items", async () => {
    await add({ id: "a" }, INCIDENT);
    const { text, headers, body } = await ofProvider("anthropic.json");
    expect(headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    expect(parseFeed(text).format).toBe("json");
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(["incident/inc_anthropic_1/opened", "a"]);
    expect(body).toMatchObject({ version: "https://jsonfeed.org/version/1.1", _service: { ok: true } });
  });

  test("a reader that has it gets 304 by ETag and by date, until something changes", async () => {
    await add({ id: "a" });
    const first = await ofProvider("anthropic.xml");
    const holds = { etag: String(first.headers.get("etag")), date: String(first.headers.get("last-modified")) };
    expect((await ofProvider("anthropic.xml", { "If-None-Match": holds.etag })).status).toBe(304);
    expect((await ofProvider("anthropic.xml", { "If-Modified-Since": holds.date })).status).toBe(304);
    await add({ id: "b" });
    await bumpVersion(database.db, "changes", new Date());
    expect((await ofProvider("anthropic.xml", { "If-None-Match": holds.etag })).status).toBe(200);
    expect((await ofProvider("anthropic.xml", { "If-Modified-Since": holds.date })).status).toBe(200);
  });

  test("of a provider without changes is an empty feed", async () => {
    const { status, text } = await ofProvider("mistral.xml");
    expect([status, parseRssFeed(text).items ?? []]).toEqual([200, []]);
  });

  test.each(["antropic.xml", "anthropic.atom", "anthropic", "Anthropic.xml"])("refuses %s with what is accepted", async (file) => {
    const { status, body } = await ofProvider(file);
    expect([status, body.error, body.parameter]).toEqual([400, "invalid_parameter", "file"]);
  });
});

describe("GET /api/feeds/dataset/{file}", () => {
  test.each(CHANGE_DATASETS)("of %s is read by a published reader in both formats", async (dataset) => {
    await add({ id: "a", dataset });
    const [rss, json] = [await ofDataset(`${dataset}.xml`), await ofDataset(`${dataset}.json`)];
    expect(parseRssFeed(rss.text).items).toHaveLength(1);
    expect(parseFeed(json.text)).toMatchObject({ format: "json", feed: { items: [{ id: "a" }] } });
  });

  test("refuses a dataset without a feed, and names those with one", async () => {
    const { status, body } = await ofDataset("gpu_prices.xml");
    expect([status, body.candidates]).toEqual([400, [...CHANGE_DATASETS]]);
  });
});

test("pages lead feed readers to their own feed, and to the news", () => {
  const ofPage = (...given: Parameters<typeof pageMetadata>) => pageMetadata(...given).alternates?.types;
  expect(ofPage(providerPage, { path: { id: "openai" }, title: "OpenAI" })).toEqual({
    "application/rss+xml": [
      { url: "/api/feeds/provider/openai.xml", title: "Changes: OpenAI" },
      { url: "/api/feed.xml", title: "AI news" },
    ],
    "application/feed+json": [
      { url: "/api/feeds/provider/openai.json", title: "Changes: OpenAI" },
      { url: "/api/feed.json", title: "AI news" },
    ],
  });
  expect(JSON.stringify(ofPage(modelsPage))).toContain("/api/feeds/dataset/models.xml");
  for (const dataset of CHANGE_DATASETS) expect(JSON.stringify(ofPage(changesPage))).toContain(`/api/feeds/dataset/${dataset}.json`);
});
