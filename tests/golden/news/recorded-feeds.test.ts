import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listNews } from "@/db/queries/news/news";
import { listSources } from "@/db/queries/freshness/operations";
import { refreshSources } from "@/jobs/refresh-news/refresh-sources";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { newsSources, type NewsSource } from "@/lib/catalogs/news-sources";
import { isMarkedText } from "@/lib/domain/news/sanitize/sanitize";
import { createHostGate } from "@/lib/sources/http/host-gate";
import { createSourceHttp } from "@/lib/sources/http/http";
import type { FeedReading, FeedSource } from "@/lib/sources/news/news-item";
import { readFeed } from "@/lib/sources/news/read-feed";
import { SourceError } from "@/lib/sources/http/source";
import { openTestDatabase, type TestDatabase } from "../../support/stores/database";
import { sharedFolder } from "../../support/shared";
import { lacksShared } from "../../support/lacks";

const folder = join(sharedFolder, "recordings/feeds");
const seenAt = new Date("2026-11-21T10:00:00Z");
const source: FeedSource = {
  id: "recorded",
  name: "Recorded",
  feedUrl: "https://recorded.example/feed.xml",
  siteUrl: "https://recorded.example/",
  categories: ["General AI"],
  isGeneral: false,
  isForum: false,
};

const documents = (): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((file) => statSync(join(folder, file)).isFile()).toSorted();

const read = (file: string): FeedReading => readFeed(readFileSync(join(folder, file)), null, source, seenAt);

const outcomes = new Map<string, FeedReading | string>();

function readOutcome(file: string): FeedReading | string {
  try {
    return read(file);
  } catch (error) {
    expect(error, file).toBeInstanceOf(SourceError);
    return `${(error as SourceError).fault}: ${(error as SourceError).message}`;
  }
}

/** Each document is read once, for all tests. */
function outcomeOf(file: string): FeedReading | string {
  const outcome = outcomes.get(file) ?? readOutcome(file);
  outcomes.set(file, outcome);
  return outcome;
}

describe.skipIf(lacksShared())("recorded feeds", () => {
  test("every document yields entries or a named error", () => {
    const named = new Map(documents().map((file) => [file, outcomeOf(file)]));
    const readings = [...named].filter(([, outcome]) => typeof outcome !== "string");
    expect(named.size).toBeGreaterThan(100);
    expect(readings.length).toBeGreaterThanOrEqual(70);
    for (const [file, outcome] of readings) expect((outcome as FeedReading).items.length, file).toBeGreaterThan(0);
  });

  test("live documents are refused only for known faults", () => {
    const refused = documents().flatMap((file) => {
      const outcome = file.startsWith("feedparser-micro") ? null : outcomeOf(file);
      return typeof outcome === "string" ? [`${file} ${outcome}`] : [];
    });
    expect(refused).toEqual([
      "feedreader__Rss20DailyMail.xml empty: The feed has no entries",
      "rss-parser__incomplete-fields.atom empty: The feed has no entries",
      "rss-parser__missing-fields.atom not_expected: No entry has an address",
      "v2__invalid-prolog.xml not_expected: No entry has an address",
      "v2__utf8-incorrect-prolog.xml not_expected: No entry has an address",
      "v2__windows-1252.xml empty: The feed has no entries",
    ]);
  });

  test.each([
    ["feed-rs__rss_1.0_iso8859.xml", /Künstl|ä|ö|ü/],
    ["rss-parser__encoding.rss", /ç|ã|é|á/],
    ["v2__no_encoding_ISO-8859-1.xml", /é|è/],
    ["v2__encoding_ISO-8859-1.xml", /ü|ö|ä/],
    ["netnewswire__aktuality.rss", /č|š|ž/],
  ])("decodes the letters of %s correctly", (file, letters) => {
    const text = read(file)
      .items.map((item) => `${item.title} ${item.snippet}`)
      .join(" ");
    expect(text).toMatch(letters);
    expect(text).not.toMatch(/�|Ã¼|Ã©|Ã¤/);
  });

  test("letters that were encoded twice are repaired in titles and snippets", () => {
    const items = documents().flatMap((file) => {
      const outcome = outcomeOf(file);
      return typeof outcome === "string" ? [] : outcome.items;
    });
    const broken = items.filter(({ title, snippet }) => /Ã[\u0080-\u00bf]|â€|Â[\u00a0-\u00bf]/.test(`${title} ${snippet}`));
    expect(broken.map(({ title }) => title)).toEqual([]);
  });

  test("at most five articles without a date enter from one document", () => {
    for (const file of documents()) {
      const outcome = outcomeOf(file);
      if (typeof outcome !== "string") expect(outcome.items.filter((item) => item.isDateEstimated).length, file).toBeLessThanOrEqual(5);
    }
  });

  test("every stored article is sanitized, linked and dated", () => {
    const items = documents().flatMap((file) => {
      const outcome = outcomeOf(file);
      return typeof outcome === "string" ? [] : outcome.items;
    });
    expect(items.length).toBeGreaterThan(1300);
    for (const item of items) {
      expect(item.url).toMatch(/^https?:\/\/[^/]+\.[^/]+/);
      expect(Date.parse(item.publishedAt)).toBeLessThanOrEqual(seenAt.getTime());
      expect(`${item.title} ${item.snippet}`).not.toMatch(/<\/?(?:p|a|div|br|b|i|img)\b|&(?:amp|lt|gt|quot|nbsp|#\d+);/);
      expect(item.snippet.length).toBeLessThanOrEqual(210);
    }
    expect(items.filter((item) => isMarkedText(item.title) || isMarkedText(item.snippet)).length / items.length).toBeLessThanOrEqual(0.01);
  });
});

describe.skipIf(lacksShared())("recorded feeds through the whole job", () => {
  let database: TestDatabase;
  let replay: string;

  beforeAll(async () => {
    database = await openTestDatabase();
    replay = mkdtempSync(join(tmpdir(), "recorded-feeds-"));
  });

  afterAll(async () => {
    rmSync(replay, { recursive: true });
    await database.close();
  });

  test("a broken feed does not affect others, and a second run adds nothing", async () => {
    const files = documents();
    const declared: NewsSource[] = files.map((file, position) => ({
      ...(newsSources[0] as NewsSource),
      id: `recorded-${position}`,
      feedUrl: `https://recorded.example/${position}.xml`,
      siteUrl: "https://recorded.example/",
      isGeneral: false,
    }));
    files.forEach((file, position) => writeFileSync(join(replay, `${position}.xml`), readFileSync(join(folder, file))));
    writeFileSync(
      join(replay, "replay.json"),
      JSON.stringify(files.map((_, position) => ({ url: `https://recorded.example/${position}.xml`, file: `${position}.xml` }))),
    );
    const signal = new AbortController().signal;
    const http = createSourceHttp({
      memory: storedMemory(database.db),
      userAgent: "test",
      replayDir: replay,
      signal,
      backoffMs: 1,
      // Feeds come in turn. Parsing blocks this thread, and eight that wait for it ran into their limit of ten seconds
      // on a busy machine.
      gate: createHostGate({ maxPerHost: 1, spacingMs: 0 }),
    });
    const run = async (now: Date) => (await refreshSources(declared, { db: database.db, http, now, signal, log: () => undefined })).counts;
    const first = await run(seenAt);
    expect(Number(first.read) + Number(first.failed)).toBe(files.length);
    expect(Number(first.added)).toBeGreaterThan(1000);
    const recorded = await listSources(database.db, "news");
    expect(recorded.filter((row) => row.lastFault === null && row.lastReadAt !== null)).toHaveLength(Number(first.read));
    expect(await run(new Date(seenAt.getTime() + 600_000))).toMatchObject({ read: first.read, added: 0, changed: 0 });
    expect(await listNews(database.db, null, 200)).toHaveLength(200);
  });
});
