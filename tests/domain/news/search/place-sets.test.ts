import fc from "fast-check";
import { expect, test } from "vitest";
import {
  countPlaces,
  difference,
  everyPlace,
  firstPlaces,
  hasPlace,
  intersection,
  placeSet,
  union,
} from "@/lib/domain/news/search/place-sets";

const some = fc.uniqueArray(fc.nat({ max: 200 }), { maxLength: 60 }).map((places) => places.toSorted((a, b) => a - b));
const placesIn = (set: Uint8Array): number[] => firstPlaces(set, Infinity);

test("a set holds the places it was made of, and is counted and cut in their order", () => {
  fc.assert(
    fc.property(some, fc.nat({ max: 80 }), (places, limit) => {
      const set = placeSet(places);
      expect(placesIn(set)).toEqual(places);
      expect(countPlaces(set)).toBe(places.length);
      expect(firstPlaces(set, limit)).toEqual(places.slice(0, limit));
      for (let place = 0; place < 220; place++) expect(hasPlace(set, place)).toBe(places.includes(place));
    }),
  );
});

test("sets of any two lengths are joined, met and taken from each other as sets are", () => {
  fc.assert(
    fc.property(some, some, (one, other) => {
      // As they come from the database.
      const [a, b] = [Buffer.from(placeSet(one)), Buffer.from(placeSet(other))];
      expect(placesIn(union(a, b))).toEqual([...new Set([...one, ...other])].toSorted((x, y) => x - y));
      expect(placesIn(intersection(a, b))).toEqual(one.filter((place) => other.includes(place)));
      expect(placesIn(difference(a, b))).toEqual(one.filter((place) => !other.includes(place)));
      expect([placesIn(a), placesIn(b)]).toEqual([one, other]);
    }),
  );
});

test("every place is as many as were asked for", () => {
  for (const count of [0, 1, 7, 8, 9, 64, 1279]) {
    expect(placesIn(everyPlace(count))).toEqual(Array.from({ length: count }, (_, place) => place));
  }
});
