import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { listNews } from "@/db/queries/news/news";
import { listSources, listVersions } from "@/db/queries/freshness/operations";
import { refreshNews } from "@/jobs/refresh-news/refresh-news";
import { refreshSources } from "@/jobs/refresh-news/refresh-sources";
import { runJob } from "@/jobs/run";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { newsSources } from "@/lib/catalogs/news-sources";
import { createHostGate } from "@/lib/sources/http/host-gate";
import { createSourceHttp } from "@/lib/sources/http/http";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";

const few = newsSources.filter((source) => ["huggingface", "the-decoder", "mistral-news"].includes(source.id));
const urlOf = (id: string): string => newsSources.find((source) => source.id === id)?.feedUrl ?? "";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "news-replay-"));
});

beforeEach(() => database.db.execute(sql`truncate articles, sources, job_runs, host_breakers, dataset_versions`));

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

interface Item {
  path: string;
  title: string;
  guid?: string;
  at?: string;
}

const itemXml = ({ path, title, guid, at }: Item) =>
  `<item><title>${title}</title><link>https://x.example/${path}</link>${guid ? `<guid isPermaLink="false">${guid}</guid>` : ""}${at ? `<pubDate>${at}</pubDate>` : ""}</item>`;
const feed = (items: readonly Item[]) =>
  `<rss version="2.0"><channel><title>x</title><link>https://x.example/</link><description>x</description>${items.map(itemXml).join("")}</channel></rss>`;

interface Page {
  id: string;
  items?: readonly Item[];
  body?: string;
  status?: number;
  etag?: string;
  delayMs?: number;
}

/** Sets the network's answers; a feed that is not listed is unreachable. */
function network(...pages: Page[]): void {
  const entries = pages.map(({ id, items = [], body, status = 200, etag, delayMs }, position) => {
    writeFileSync(join(folder, `${position}.xml`), body ?? feed(items));
    return {
      url: urlOf(id),
      file: `${position}.xml`,
      status,
      headers: { "content-type": "text/xml", ...(etag ? { etag } : {}) },
      ...(delayMs ? { delay_ms: delayMs } : {}),
    };
  });
  writeFileSync(join(folder, "replay.json"), JSON.stringify(entries));
}

const http = (signal: AbortSignal) =>
  createSourceHttp({
    memory: storedMemory(database.db),
    userAgent: "test",
    replayDir: folder,
    signal,
    backoffMs: 1,
    gate: createHostGate({ maxPerHost: 4, spacingMs: 0 }),
  });

const at = (time: string) => new Date(`2026-05-15T${time}:00Z`);
const refresh = async (time: string, signal = new AbortController().signal) =>
  (await refreshSources(few, { db: database.db, http: http(signal), now: at(time), signal, log: () => undefined })).counts;
const listed = async () => (await listNews(database.db, null, 200)).map((article) => article.title);
const version = async () => (await listVersions(database.db)).find((row) => row.dataset === "news")?.version ?? 0;
const sources = async () => new Map((await listSources(database.db, "news")).map((source) => [source.id, source]));

describe("refresh-news", () => {
  test("one broken feed does not affect the others", async () => {
    network(
      { id: "huggingface", items: [{ path: "a", title: "Good news" }] },
      { id: "the-decoder", body: "<html><body>Sign in</body></html>" },
    );
    expect(await refresh("10:00")).toEqual({ sources: 3, read: 1, unchanged: 0, failed: 2, added: 1, changed: 0 });
    expect(await listed()).toEqual(["Good news"]);
    const recorded = await sources();
    expect(recorded.get("news/huggingface")).toMatchObject({ lastFault: null, lastReadAt: at("10:00"), itemCount: 1 });
    expect(recorded.get("news/the-decoder")).toMatchObject({
      lastFault: "not_expected",
      lastError: "HTML instead of a feed",
      lastReadAt: null,
    });
    expect(recorded.get("news/mistral-news")).toMatchObject({ lastFault: "network", lastReadAt: null });
  });

  test("an empty feed counts as read, not as failed", async () => {
    network({ id: "huggingface", items: [] });
    expect(await refresh("10:00")).toMatchObject({ read: 1, failed: 2, added: 0 });
    expect((await sources()).get("news/huggingface")).toMatchObject({ lastFault: null, lastReadAt: at("10:00"), itemCount: 0 });
  });

  test("a second run with the same documents adds and changes nothing, and moves the time of the reading with the version", async () => {
    network({
      id: "huggingface",
      items: [
        { path: "a", title: "One" },
        { path: "b", title: "Two", at: "Fri, 15 May 2026 09:00:00 GMT" },
      ],
    });
    await refresh("10:00");
    const before = await version();
    expect(await refresh("10:10")).toMatchObject({ read: 1, added: 0, changed: 0 });
    expect(await version()).toBeGreaterThan(before);
    expect((await sources()).get("news/huggingface")).toMatchObject({ lastReadAt: at("10:10") });
    expect((await listNews(database.db, null, 10)).map((article) => article.fetchedAt)).toEqual([at("10:00"), at("10:00")]);
  });

  test("an unchanged answer counts as a reading", async () => {
    network({ id: "huggingface", items: [{ path: "a", title: "One" }], etag: '"v1"' });
    await refresh("10:00");
    expect(await refresh("10:10")).toMatchObject({ read: 0, unchanged: 1 });
    expect((await sources()).get("news/huggingface")).toMatchObject({ lastReadAt: at("10:10"), lastFault: null, itemCount: 1 });
  });

  test("a document that could not be read is requested in full next time", async () => {
    network({ id: "huggingface", body: "<html></html>", etag: '"v1"' });
    await refresh("10:00");
    network({ id: "huggingface", items: [{ path: "a", title: "One" }], etag: '"v1"' });
    expect(await refresh("10:10")).toMatchObject({ read: 1, unchanged: 0, added: 1 });
  });

  test("a corrected headline changes the article, but not its id, first fetch or date", async () => {
    network({ id: "huggingface", items: [{ path: "a", title: "Frist", at: "Fri, 15 May 2026 09:00:00 GMT" }] });
    await refresh("10:00");
    const [before] = await listNews(database.db, null, 1);
    network({ id: "huggingface", items: [{ path: "a", title: "First", at: "Fri, 15 May 2026 10:05:00 GMT" }] });
    expect(await refresh("10:10")).toMatchObject({ added: 0, changed: 1 });
    const [after] = await listNews(database.db, null, 1);
    expect(after).toEqual({
      ...before,
      title: "First",
      snippet: "First (via Hugging Face Blog)",
      contentHash: expect.any(String) as string,
    });
  });

  test("an article whose address changes keeps its id by its guid", async () => {
    network({ id: "huggingface", items: [{ path: "draft", title: "One", guid: "post-1" }] });
    await refresh("10:00");
    network({ id: "huggingface", items: [{ path: "final", title: "One", guid: "post-1" }] });
    expect(await refresh("10:10")).toMatchObject({ added: 0, changed: 0 });
    expect(await listed()).toEqual(["One"]);
  });

  test("an estimated date stays until the source gives a real one", async () => {
    network({ id: "huggingface", items: [{ path: "a", title: "One" }] });
    await refresh("10:00");
    await refresh("10:10");
    expect((await listNews(database.db, null, 1))[0]).toMatchObject({ publishedAt: at("10:00"), isDateEstimated: true });
    network({ id: "huggingface", items: [{ path: "a", title: "One", at: "Fri, 15 May 2026 08:00:00 GMT" }] });
    await refresh("10:20");
    expect((await listNews(database.db, null, 1))[0]).toMatchObject({ publishedAt: at("08:00"), isDateEstimated: false });
  });

  test("an article in two feeds belongs to the first source", async () => {
    network({ id: "huggingface", items: [{ path: "a", title: "Original" }] });
    await refresh("10:00");
    network({ id: "the-decoder", items: [{ path: "a?utm_source=d", title: "Copy" }] });
    expect(await refresh("10:10")).toMatchObject({ added: 0, changed: 0 });
    expect((await listNews(database.db, null, 10)).map((article) => [article.title, article.sourceId])).toEqual([
      ["Original", "huggingface"],
    ]);
  });

  test("an article that left its feed stays in the archive", async () => {
    network({ id: "huggingface", items: [{ path: "a", title: "Old", at: "Thu, 14 May 2026 09:00:00 GMT" }] });
    await refresh("10:00");
    network({ id: "huggingface", items: [{ path: "b", title: "New", at: "Fri, 15 May 2026 09:00:00 GMT" }] });
    await refresh("10:10");
    expect(await listed()).toEqual(["New", "Old"]);
  });

  test("the newest of several releases on one page is an article of its own, and the stored one keeps its id and title", async () => {
    const release = (name: string, at: string) => ({ path: `notes#${name}`, title: name, guid: `g-${name}`, at });
    const first = release("v1", "Fri, 15 May 2026 08:00:00 GMT");
    network({ id: "huggingface", items: [first] });
    await refresh("10:00");
    const [stored] = await listNews(database.db, null, 10);
    network({ id: "huggingface", items: [release("v2", "Fri, 15 May 2026 09:00:00 GMT"), first] });
    await refresh("10:10");
    const articles = await listNews(database.db, null, 10);
    expect(articles.map(({ title }) => title)).toEqual(["v2", "v1"]);
    expect(articles[1]).toMatchObject({ id: stored?.id, title: "v1" });
  });

  test("racing runs store every article once", async () => {
    network({
      id: "huggingface",
      items: Array.from({ length: 40 }, (_, index) => ({
        path: `p${index}`,
        title: `Post ${index}`,
        guid: `g${index}`,
        at: "Fri, 15 May 2026 09:00:00 GMT",
      })),
    });
    const results = await Promise.all([refresh("10:00"), refresh("10:00"), refresh("10:00")]);
    expect(results.reduce((sum, result) => sum + Number(result.added), 0)).toBe(40);
    expect(await listed()).toHaveLength(40);
  });

  test("a feed of three hundred articles is stored in full, a duplicate once", async () => {
    const day = Array.from({ length: 300 }, (_, index) => ({
      path: `p${index}`,
      title: `Paper ${index}`,
      guid: `g${index}`,
      at: "Fri, 15 May 2026 04:00:00 GMT",
    }));
    network({
      id: "huggingface",
      items: [...day, { path: "p0?utm_source=again", title: "Paper 0 again", guid: "g-other", at: "Fri, 15 May 2026 03:00:00 GMT" }],
    });
    expect(await refresh("10:00")).toMatchObject({ added: 300, changed: 0 });
    expect(await listNews(database.db, null, 1000)).toHaveLength(300);
    expect(await refresh("10:10")).toMatchObject({ added: 0, changed: 0 });
  });

  test("a cut run stores nothing more", async () => {
    network({ id: "huggingface", items: [{ path: "a", title: "One" }], delayMs: 50 });
    const cut = new AbortController();
    const run = refresh("10:00", cut.signal);
    cut.abort();
    await run.catch(() => undefined);
    expect(await listed()).toEqual([]);
  });

  test("the job fails when no feed can be read, after it has recorded why", async () => {
    network();
    expect(await runJob(refreshNews, { db: database.db, http, now: at("10:00") })).toEqual({
      status: "failed",
      error: expect.stringMatching(
        new RegExp(`^none of ${newsSources.length} sources could be read: news/\\S+ network, .*, and ${newsSources.length - 5} more$`),
      ),
      counts: { read: 0, failed: newsSources.length },
    });
    const recorded = await sources();
    expect(recorded.size).toBe(newsSources.length);
    expect(recorded.get("news/huggingface")).toMatchObject({ lastFault: "network", lastReadAt: null });
  });

  test("the job reads every declared source and records each outcome", async () => {
    network({ id: "huggingface", items: [{ path: "a", title: "One" }] });
    expect(await runJob(refreshNews, { db: database.db, http, now: at("10:00") })).toMatchObject({
      status: "done",
      counts: { sources: newsSources.length, read: 1, failed: newsSources.length - 1, added: 1 },
    });
    const [row] = await rowsOf<{ count: number }>(database.db, sql`select count(*)::int as count from sources where dataset = 'news'`);
    expect(row?.count).toBe(newsSources.length);
  });
});
