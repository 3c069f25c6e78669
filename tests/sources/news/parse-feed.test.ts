import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFeed } from "@/lib/sources/news/parse-feed";
import { SourceError } from "@/lib/sources/http/source";
import {
  ATOM,
  ATOM_IN_HTML,
  BROKEN_ITEM,
  ENTITY_BOMB,
  EXTERNAL_ENTITY,
  HTML_PAGE,
  JSON_FEED,
  RDF,
  RSS091,
  RSS2,
  TRUNCATED,
} from "./documents";

const titles = (document: string) => parseFeed(document).map((entry) => entry.title);

describe("every format", () => {
  test("RSS 2.0, even with a blank line before the declaration", () => {
    expect(parseFeed(RSS2)).toMatchObject([
      { guid: "1", link: "https://lab.example/first?utm_source=rss", title: "First &amp; best", dates: ["Fri, 15 May 2026 15:00:00 GMT"] },
      { guid: "2", link: "/second", bases: ["https://lab.example/"], body: "Full text", dates: ["2026-05-14T10:00:00+02:00"] },
    ]);
  });

  test("RSS 0.91 with its DOCTYPE", () => {
    expect(parseFeed(RSS091)).toMatchObject([{ title: "Old news", link: "http://old.example/1", dates: [] }]);
  });

  test("RSS 1.0", () => {
    expect(parseFeed(RDF)).toMatchObject([{ guid: "https://rdf.example/1", title: "Triples", dates: ["2026-05-15"] }]);
  });

  test("Atom: the page's link, the first publication, XHTML content", () => {
    expect(parseFeed(ATOM)).toMatchObject([
      {
        guid: "urn:1",
        link: "one",
        bases: ["https://atom.example/blog/"],
        body: "Short",
        dates: ["2026-05-15T12:00:00Z", "2026-05-16T12:00:00Z"],
      },
      { guid: "urn:2", link: "https://atom.example/2", dates: ["2026-05-14T12:00:00Z"] },
    ]);
    expect(parseFeed(ATOM)[1]?.body).toContain("Long");
  });

  test("JSON Feed", () => {
    expect(parseFeed(JSON_FEED)).toMatchObject([{ guid: "7", link: "https://json.example/7", body: "<p>Body</p>" }]);
  });

  test("a feed wrapped in HTML", () => {
    expect(parseFeed(ATOM_IN_HTML)).toHaveLength(2);
  });

  test("an Atom feed about RSS is still Atom", () => {
    const document = ATOM.replace("Short", "&lt;rss version=&quot;2.0&quot;&gt; is old");
    expect(parseFeed(document)).toHaveLength(2);
  });
});

describe("damage", () => {
  test("an invalid item does not affect the others", () => {
    expect(titles(BROKEN_ITEM)).toEqual(expect.arrayContaining(["Good one", "Good two"]));
  });

  test("a truncated document gives its complete items", () => {
    expect(titles(TRUNCATED)).toContain("Whole");
  });

  test("entities defined by the document are not expanded", () => {
    expect(titles(ENTITY_BOMB)[0]?.length).toBeLessThan(100);
    expect(titles(EXTERNAL_ENTITY)[0]).not.toContain("root:");
  });

  test.each([
    ["HTML instead of a feed", HTML_PAGE, "HTML instead of a feed"],
    ["nothing", "  \n ", "The document is empty"],
    ["words", "Service unavailable", "The document is neither XML nor JSON"],
    ["another XML", "<?xml version='1.0'?><opml version='2.0'></opml>", "<opml> is not a feed"],
    ["an empty feed", '<rss version="2.0"><channel><title>x</title></channel></rss>', "The feed has no entries"],
    ["other JSON", '{"error":"quota"}', "The json document cannot be read"],
    ["broken JSON", '{"items":[', "The json document cannot be read"],
  ])("%s is refused with a SourceError", (_, document, message) => {
    expect(() => parseFeed(document)).toThrow(SourceError);
    expect(() => parseFeed(document)).toThrow(message);
  });

  const piece = fc.constantFrom(
    "<rss version='2.0'>",
    "<channel>",
    "<item>",
    "</item>",
    "<title>",
    "</title>",
    "<link>https://a.example/1</link>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<feed>",
    "<entry>",
    "</entry>",
    "<rdf:RDF>",
    "&",
    "&amp;",
    "<",
    ">",
    '"',
    "<?xml",
    "<!DOCTYPE [",
    "]>",
    "text",
    "\u0000",
    "</rss>",
    "</channel>",
    "{",
    "}",
  );

  test("any input gives entries or a SourceError", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(piece, { maxLength: 40 }).map((parts) => parts.join("")),
        ),
        (document) => {
          try {
            expect(parseFeed(document).length).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toBeInstanceOf(SourceError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    ["items that never close", `<rss version="2.0"><channel>${"<item><title>x".repeat(20_000)}`],
    ["deep nesting", `<rss version="2.0"><channel><item><title>${"<b>".repeat(20_000)}</title></item></channel></rss>`],
    ["open comments", `<rss version="2.0"><channel>${"<!--".repeat(50_000)}`],
    ["open sections", `<rss version="2.0"><channel>${"<![CDATA[".repeat(50_000)}`],
    ["ampersands", `<rss version="2.0"><channel><item><title>${"&".repeat(200_000)}</title></item></channel></rss>`],
    ["processing instructions", "<?x ".repeat(50_000)],
    ["attributes", `<rss version="2.0" ${"a='1' ".repeat(20_000)}><channel></channel></rss>`],
  ])("work is bounded for %s", (_, document) => {
    try {
      parseFeed(document);
    } catch (error) {
      expect(error).toBeInstanceOf(SourceError);
    }
  });
});
