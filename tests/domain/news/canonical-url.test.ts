import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { articleUrl, canonicalUrl } from "@/lib/domain/news/canonical-url";

describe("the canonical URL of an article", () => {
  const key = "https://example.com/news/gpt-5?id=7";
  test.each([
    "https://example.com/news/gpt-5?id=7",
    "http://example.com/news/gpt-5?id=7",
    "HTTPS://EXAMPLE.com:443/news/gpt-5/?id=7",
    "http://example.com:80/news//gpt-5?id=7#comments",
    "https://example.com/news/gpt-5?utm_source=rss&id=7&utm_medium=feed",
    "https://example.com/news/gpt-5?id=7&fbclid=abc&gclid=x",
    "https://example.com/news/gpt%2D5?id=7",
    "https://user:secret@example.com/news/gpt-5?id=7",
    "https://www.google.com/url?rct=j&sa=t&url=https://example.com/news/gpt-5%3Fid%3D7&ct=ga",
    "https://www.google.co.uk/url?q=https%3A%2F%2Fexample.com%2Fnews%2Fgpt-5%3Fid%3D7",
    "https://www.google.com/url?q=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fexample.com%252Fnews%252Fgpt-5%253Fid%253D7",
    "  https://example.com/news/\n\tgpt-5?id=7 ",
  ])("%s", (address) => {
    expect(canonicalUrl(address)).toBe(key);
  });

  test("ignores the order of parameters", () => {
    expect(canonicalUrl("https://a.example/x?b=2&a=1")).toBe(canonicalUrl("https://a.example/x?a=1&b=2"));
  });

  test("keeps parameters that identify the article", () => {
    expect(canonicalUrl("https://news.ycombinator.com/item?id=1")).not.toBe(canonicalUrl("https://news.ycombinator.com/item?id=2"));
    expect(canonicalUrl("https://a.example/?source=reuters")).toContain("source=reuters");
    expect(canonicalUrl("https://medium.com/p/x?source=rss----12")).toBe("https://medium.com/p/x");
  });

  test("treats www as a different host", () => {
    expect(canonicalUrl("https://www.example.com/a")).not.toBe(canonicalUrl("https://example.com/a"));
  });
});

describe("URLs that are no article", () => {
  test.each([
    "",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://example.com/a",
    "mailto:a@example.com",
    "not a url",
    "http://",
    "https://localhost/x",
    `https://example.com/${"a".repeat(3000)}`,
  ])("%s", (address) => {
    expect(canonicalUrl(address)).toBeNull();
  });

  test("does not unwrap a redirect to anything but a page", () => {
    expect(articleUrl("https://www.google.com/url?q=javascript:alert(1)")).toMatch(/^https:\/\/www\.google\.com\/url/);
  });
});

describe("the URL shown to readers", () => {
  test("keeps scheme and trailing slash, drops tracking and fragment", () => {
    expect(articleUrl("http://example.com/a/?utm_source=x#top")).toBe("http://example.com/a/");
  });

  test("resolves relative links against their base", () => {
    expect(articleUrl("/blog/a", "https://example.com/feed.xml")).toBe("https://example.com/blog/a");
    expect(articleUrl("//cdn.example.com/a", "https://example.com/")).toBe("https://cdn.example.com/a");
    expect(articleUrl("/blog/a")).toBeNull();
  });

  test("does not rewrite a URL without tracking", () => {
    expect(articleUrl("https://example.com/a?x=a+b%20c&y=%7E")).toBe("https://example.com/a?x=a+b%20c&y=%7E");
  });
});

test("canonicalization is idempotent and never throws", () => {
  const address = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string(),
    fc.string().map((path) => `https://example.com/${path}`),
  );
  fc.assert(
    fc.property(address, (text) => {
      const key = canonicalUrl(text);
      if (key !== null) expect(canonicalUrl(key)).toBe(key);
    }),
    { numRuns: 1000 },
  );
});
