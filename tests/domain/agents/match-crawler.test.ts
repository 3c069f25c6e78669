import { describe, expect, test } from "vitest";
import { crawlers } from "@/lib/catalogs/crawlers";
import { crawlerMatcher, isKnownCrawlerLabel } from "@/lib/domain/agents/match-crawler";
import { pathGroupOf } from "@/lib/domain/agents/path-group";

const match = crawlerMatcher(crawlers);

describe("a known crawler", () => {
  test.each([
    ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)", "GPTBot"],
    ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)", "ClaudeBot"],
    ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot", "ChatGPT-User"],
    [
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
      "PerplexityBot",
    ],
    [
      "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; https://zhanzhang.toutiao.com/)",
      "Bytespider",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
      "Applebot",
    ],
    ["CCBot/2.0 (https://commoncrawl.org/faq/)", "CCBot"],
    ["meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)", "Meta-ExternalAgent"],
    ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", "FacebookBot"],
    ["Mozilla/5.0 (compatible) AI2Bot (+https://www.allenai.org/crawler)", "AI2Bot"],
    ["DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)", "DuckDuckBot"],
    ["Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com/site/petalbot)", "PetalBot"],
    ["Kangaroo Bot/1.0", "Kangaroo Bot"],
    ["Linguee Bot (http://www.linguee.com/bot; bot@linguee.com)", "Linguee Bot"],
    ["gptbot", "GPTBot"],
    ["GPTBOT/9", "GPTBot"],
    ["Scrapy/2.11 (+https://scrapy.org)", "Scrapy"],
  ])("%s is %s", (userAgent, label) => {
    expect(match(userAgent)).toBe(label);
    expect(isKnownCrawlerLabel(label)).toBe(true);
  });

  test("is found by every matchable token of the catalog", () => {
    const missed = crawlers
      .filter(({ isMatched }) => isMatched)
      .flatMap(({ tokens, label }) =>
        tokens.filter(
          (token) => match(`Mozilla/5.0 (compatible; ${token}; +https://example.org)`) !== label || match(`${token}/1.0`) !== label,
        ),
      );
    expect(missed).toEqual([]);
  });
});

describe("a user agent that only resembles a crawler", () => {
  test.each([
    ["mygptbot-checker/1.0"],
    ["notgptbotx/2.0"],
    ["GPTBot-checker/1.0"],
    ["GPTBotX"],
    ["Mozilla/5.0 (compatible; not GPTBot; +https://example.org)"],
    ["SeoTool/3.1 (+https://example.org/GPTBot/1.2)"],
    ["SeoTool/3.1 (we-are-gptbot@example.org)"],
    ["SeoTool/3.1 (https://example.org; ref=ClaudeBot/1.0)"],
    ["OpenAI/Python 1.30.1"],
    ["Code/1.93.1 Chrome/124.0 Electron/30.0"],
    ["GPTBot/latest"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"],
    [""],
    ["()((;;,,//"],
    ["‮GPTBot"],
  ])("is not matched as a known one: %s", (userAgent) => {
    const label = match(userAgent);
    expect(label !== null && isKnownCrawlerLabel(label)).toBe(false);
  });

  test("gets an unknown-bot label when it calls itself a bot", () => {
    expect(match("mygptbot-checker/1.0")).toBe("Unknown Bot");
    expect(match("ExampleCrawler/1.0")).toBe("Unknown Crawler");
    expect(match("webspider 3")).toBe("Unknown Spider");
    expect(match("my-agent")).toBe("Unknown Agent");
    expect(match("python-requests/2.32.3")).toBe("python-requests");
  });

  test("gets no label when it is a browser", () => {
    expect(match("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")).toBeNull();
  });

  test("gets no label for a name that occurs only in robots.txt", () => {
    expect(match("Mozilla/5.0 (compatible; Google-Extended; +https://google.com)")).toBeNull();
    expect(match("Applebot-Extended/1.0")).toBeNull();
  });

  test("is read only up to its length limit", () => {
    expect(match(`${"x ".repeat(5000)}GPTBot/1.2`)).toBeNull();
  });
});

describe("path groups", () => {
  test.each([
    ["/api/news", "/api/news"],
    ["/api/premium/providers/anthropic", "/api/premium/providers"],
    ["/api/history/2026-05-15/pricing", "/api/history"],
    ["/api/gpu/pricing/cheapest", "/api/gpu/pricing"],
    ["/api/feed.xml", "/api/feed.xml"],
    ["/llms.txt", "/llms.txt"],
    ["/feed/all.xml", "/feed"],
    ["/api/news?token=secret", "/api/news"],
    ["/api/%2e%2e/etc", "/api/other"],
    ["/api/AAAA", "/api/other"],
    ["/api/", "/api/other"],
  ])("%s counts for %s", (path, group) => {
    expect(pathGroupOf(path)).toBe(group);
  });

  test.each([["/"], ["/models"], ["/apiary"], ["/favicon.ico"], [""]])("%s is not counted", (path) => {
    expect(pathGroupOf(path)).toBeNull();
  });
});
