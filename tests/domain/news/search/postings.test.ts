import fc from "fast-check";
import { expect, test } from "vitest";
import {
  countPostings,
  difference,
  allPostings,
  firstPostings,
  hasPosting,
  intersection,
  toPostings,
  union,
} from "@/lib/domain/news/search/postings";

const some = fc.uniqueArray(fc.nat({ max: 200 }), { maxLength: 60 }).map((ordinals) => ordinals.toSorted((a, b) => a - b));
const ordinalsIn = (set: Uint8Array): number[] => firstPostings(set, Infinity);

test("postings hold exactly the ordinals they were built from, counted and cut in ascending order", () => {
  fc.assert(
    fc.property(some, fc.nat({ max: 80 }), (ordinals, limit) => {
      const set = toPostings(ordinals);
      expect(ordinalsIn(set)).toEqual(ordinals);
      expect(countPostings(set)).toBe(ordinals.length);
      expect(firstPostings(set, limit)).toEqual(ordinals.slice(0, limit));
      for (let ordinal = 0; ordinal < 220; ordinal++) expect(hasPosting(set, ordinal)).toBe(ordinals.includes(ordinal));
    }),
  );
});

test("union, intersection and difference work for postings of any two lengths", () => {
  fc.assert(
    fc.property(some, some, (one, other) => {
      // The database returns postings as Buffers.
      const [a, b] = [Buffer.from(toPostings(one)), Buffer.from(toPostings(other))];
      expect(ordinalsIn(union(a, b))).toEqual([...new Set([...one, ...other])].toSorted((x, y) => x - y));
      expect(ordinalsIn(intersection(a, b))).toEqual(one.filter((ordinal) => other.includes(ordinal)));
      expect(ordinalsIn(difference(a, b))).toEqual(one.filter((ordinal) => !other.includes(ordinal)));
      expect([ordinalsIn(a), ordinalsIn(b)]).toEqual([one, other]);
    }),
  );
});

test("allPostings holds every ordinal below the count", () => {
  for (const count of [0, 1, 7, 8, 9, 64, 1279]) {
    expect(ordinalsIn(allPostings(count))).toEqual(Array.from({ length: count }, (_, ordinal) => ordinal));
  }
});
