import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byTime, contendersOf, rankMatches, type SearchMatch } from "@/lib/domain/news/search/search-relevance";

const TERMS = 3;
const mask = fc.integer({ min: 0, max: 2 ** TERMS - 1 });
const match = fc.record({ publishedAtMs: fc.integer({ min: 0, max: 50 }), inTitle: mask, inSnippet: mask });
const pools = fc
  .array(match, { minLength: 1, maxLength: 40 })
  .map((matches) => matches.map((one, index): SearchMatch => ({ ...one, id: `article-${index}` })));

describe("rankMatches", () => {
  test("keeps relevance within 0 to 1 and sorts by relevance, time and id, whatever the input order", () => {
    fc.assert(
      fc.property(pools, fc.integer({ min: 1, max: 40 }), (pool, limit) => {
        const ranked = rankMatches(pool, TERMS, limit);
        expect(ranked).toHaveLength(Math.min(limit, pool.length));
        for (const { relevance } of ranked) expect(relevance >= 0 && relevance <= 1).toBe(true);
        const timeOf = new Map(pool.map(({ id, publishedAtMs }) => [id, publishedAtMs]));
        const inOrder = ranked.toSorted(
          (a, b) =>
            b.relevance - a.relevance ||
            (timeOf.get(b.id) ?? 0) - (timeOf.get(a.id) ?? 0) ||
            a.id.localeCompare(b.id, "en", { numeric: false }),
        );
        expect(ranked.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
        expect(rankMatches(pool.toReversed(), TERMS, limit)).toEqual(ranked);
      }),
    );
  });

  test("one more term in the title never lowers an article, and counts more than in the snippet", () => {
    fc.assert(
      fc.property(pools, fc.nat({ max: TERMS - 1 }), (pool, term) => {
        const bit = 1 << term;
        const relevanceWith = (change: Partial<SearchMatch>) => {
          const [first, ...others] = pool;
          const ranked = rankMatches([{ ...(first as SearchMatch), ...change }, ...others], TERMS, pool.length);
          return ranked.find(({ id }) => id === first?.id)?.relevance ?? Number.NaN;
        };
        const { inTitle = 0, inSnippet = 0 } = pool[0] ?? {};
        const [without, title, snippet] = [
          { inTitle: inTitle & ~bit, inSnippet: inSnippet & ~bit },
          { inTitle: inTitle | bit, inSnippet: inSnippet & ~bit },
          { inTitle: inTitle & ~bit, inSnippet: inSnippet | bit },
        ].map(relevanceWith) as [number, number, number];
        expect(snippet).toBeGreaterThan(without);
        expect(title).toBeGreaterThan(snippet);
      }),
    );
  });

  test("of two articles with the same terms the newer never ranks lower", () => {
    fc.assert(
      fc.property(pools, (pool) => {
        const alike = pool.map((one) => ({ ...one, inTitle: 1, inSnippet: 2 }));
        const times = rankMatches(alike, TERMS, pool.length).map(({ id }) => alike.find((one) => one.id === id)?.publishedAtMs ?? 0);
        expect(times).toEqual(times.toSorted((a, b) => b - a));
      }),
    );
  });

  test("contenders rank exactly as the whole pool", () => {
    fc.assert(
      fc.property(pools, fc.integer({ min: 1, max: 6 }), (pool, limit) => {
        const contenders = contendersOf(pool.toSorted(byTime), TERMS, limit);
        expect(rankMatches(contenders, TERMS, limit)).toEqual(rankMatches(pool, TERMS, limit));
      }),
    );
  });

  test("an empty pool gives nothing", () => expect(rankMatches([], 1, 10)).toEqual([]));
});
