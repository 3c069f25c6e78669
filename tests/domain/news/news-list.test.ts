import { describe, expect, test } from "vitest";
import { byDay, filterNews, newsFacets, snippetBeyond } from "@/lib/domain/news/news-list";
import { firstReports } from "@/lib/domain/news/stories/first-reports";
import { spreadOf, storyLine } from "@/lib/domain/news/stories/story-line";

const article = (title: string, more: Partial<{ snippet: string; source: string; categories: string[]; publishedAt: string }> = {}) => ({
  title,
  snippet: "",
  source: "Wire",
  categories: ["Models"],
  publishedAt: "2026-11-20T12:00:00.000Z",
  ...more,
});

describe("the list of news", () => {
  const articles = [
    article("A model ships", { snippet: "with open weights" }),
    article("A model fails", { source: "Post", categories: ["Models", "Research"] }),
    article("Nothing", { source: "[content removed]" }),
  ];

  test("words must all stand in title or snippet, in any case and order", () => {
    expect(filterNews(articles, { q: " WEIGHTS model ", source: null })).toEqual([articles[0]]);
    expect(filterNews(articles, { q: "model", source: "Post" })).toEqual([articles[1]]);
    expect(filterNews(articles, { q: null, source: null })).toEqual(articles);
  });

  test("facets are counted, and a removed name is none", () => {
    expect(newsFacets(articles)).toEqual({
      categories: [
        { label: "Models", count: 3 },
        { label: "Research", count: 1 },
      ],
      sources: [
        { label: "Post", count: 1 },
        { label: "Wire", count: 1 },
      ],
    });
  });

  test("days are those of UTC, in the order of the articles", () => {
    const [late, early] = [
      article("late", { publishedAt: "2026-11-21T00:10:00.000Z" }),
      article("early", { publishedAt: "2026-11-20T23:59:00.000Z" }),
    ];
    expect(byDay([late, early, articles[0] as typeof late])).toEqual([
      { day: "2026-11-21", articles: [late] },
      { day: "2026-11-20", articles: [early, articles[0]] },
    ]);
  });
});

describe("the time line of a story", () => {
  const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
  const report = (source: string, time: string) => ({ source, published_at: at(time).toISOString() });

  test("has the first article of each domain", () => {
    const found = firstReports([
      { sourceDomain: "b.example", publishedAt: at("09:00") },
      { sourceDomain: "a.example", publishedAt: at("10:00") },
      { sourceDomain: "b.example", publishedAt: at("08:00") },
    ]);
    expect(found).toEqual([
      { domain: "b.example", at: at("08:00") },
      { domain: "a.example", at: at("10:00") },
    ]);
  });

  test("places each report between the first and the last", () => {
    const line = storyLine([report("c.example", "12:00"), report("a.example", "08:00"), report("b.example", "09:00")]);
    expect(line?.dots.map(({ source, place }) => [source, place])).toEqual([
      ["a.example", 0],
      ["b.example", 0.25],
      ["c.example", 1],
    ]);
    expect([line?.first.source, line?.last.source]).toEqual(["a.example", "c.example"]);
  });

  test("is not drawn of one report, and stands in the middle where all came at once", () => {
    expect(storyLine([report("a.example", "08:00")])).toBeNull();
    expect(storyLine([report("a.example", "08:00"), report("b.example", "08:00")])?.dots.map(({ place }) => place)).toEqual([0.5, 0.5]);
  });

  test("says the hours only where every outlet's time is known", () => {
    const reports = [report("a.example", "08:00"), report("b.example", "11:59")];
    expect(spreadOf(2, reports)).toBe("2 outlets in 3 h");
    expect(spreadOf(2, [report("a.example", "08:00"), report("b.example", "08:30")])).toBe("2 outlets within an hour");
    expect(spreadOf(3, reports)).toBe("3 outlets");
    expect(spreadOf(1, [])).toBe("1 outlet");
  });
});

test("a headline that a snippet begins with is not said twice", () => {
  expect(snippetBeyond("A lab opens", "A lab opens. It did so today.")).toBe("It did so today.");
  expect(snippetBeyond("A lab opens", "a lab opens")).toBe("");
  expect(snippetBeyond("A lab opens", "Today a lab opened.")).toBe("Today a lab opened.");
});
