import { describe, expect, test } from "vitest";
import { markdownTwin } from "@/lib/domain/pages/docs/markdown-twin";
import { prefersMarkdown } from "@/lib/http/prefers-markdown";
import { pages } from "@/lib/pages";
import { fillPath } from "@/lib/pages/address";
import { markdownHrefOf } from "@/lib/pages/frame";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

describe("Markdown is preferred", () => {
  test.each([
    "text/markdown",
    "text/markdown, text/html;q=0.9",
    "text/html;q=0.8, text/markdown;q=0.9",
    "text/markdown, text/html, */*",
    "TEXT/MARKDOWN",
    "text/markdown, */*;q=0.1",
    "text/html;q=0, text/*",
  ])("by %s", (accept) => {
    expect(prefersMarkdown(accept)).toBe(true);
  });

  test.each([
    BROWSER,
    "*/*",
    "text/*",
    "text/html, text/markdown;q=0.9",
    "text/html, text/markdown",
    "text/markdown;q=0.5, text/html",
    "text/markdown;q=0, text/html",
    "text/markdown;q=0",
    "application/json",
    "text/markdown;q=zero;;, ,",
    "",
    undefined,
    null,
  ])("not by %s", (accept) => {
    expect(prefersMarkdown(accept)).toBe(false);
  });
});

test("the pages that have a twin are those that are declared to have Markdown", () => {
  for (const page of pages) {
    const path = fillPath(page.path, page.example ?? {});
    expect([path, markdownTwin(path)]).toEqual([path, page.hasMarkdown ? markdownHrefOf(page, page.example) : null]);
  }
});
