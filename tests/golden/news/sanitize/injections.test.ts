import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isMarkedText, sanitizeSnippet, sanitizeTitle } from "@/lib/domain/news/sanitize/sanitize";
import { sharedFolder } from "../../../support/shared";
import { lacksShared } from "../../../support/lacks";

const gold = <Value>(name: string): Value => JSON.parse(readFileSync(join(sharedFolder, "gold", name), "utf8")) as Value;
const oneSpace = (text: string): string => text.replace(/\s+/g, " ").trim();

describe.skipIf(lacksShared())("the gold sets", () => {
  test("at least 95% of the injection strings are neutralised", () => {
    const { items } = gold<{ items: { id: string; text: string }[] }>("injections.json");
    const kept = items.filter((item) => !isMarkedText(sanitizeSnippet(item.text)));
    expect(items.length).toBeGreaterThan(50);
    expect(kept.length / items.length, kept.map((item) => item.id).join(" ")).toBeLessThanOrEqual(0.05);
  });

  test.each(["ai_news_clusters.json", "uci_news_clusters.json"])("at most 1%% of the headlines of %s are altered", (name) => {
    const { articles } = gold<{ articles: { title: string; snippet: string }[] }>(name);
    const altered = articles.filter((article) => oneSpace(sanitizeTitle(article.title)) !== oneSpace(article.title));
    const snippets = articles.filter((article) => isMarkedText(sanitizeSnippet(article.snippet)));
    expect(altered.length / articles.length, altered.map((article) => article.title).join("\n")).toBeLessThanOrEqual(0.01);
    expect(snippets.length / articles.length).toBeLessThanOrEqual(0.01);
  });
});
