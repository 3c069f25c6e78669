import { describe, expect, test } from "vitest";
import { endedCourses } from "@/lib/domain/history/courses/ended-courses";
import { endDayOf, firstDayOf, joinRenamed, type PriceCourse } from "@/lib/domain/history/courses/price-course";
import { keyOf } from "@/lib/domain/models/pair-models";
import { aCourse } from "../../../support/history/courses";

const listing = (modelId: string, from: number, endsOn: number | null = null, providerId = "acme"): PriceCourse =>
  aCourse([[from, 3, 15]], { modelId, endsOn, providerId });

describe("courses", () => {
  test("join spans that differ in something else than the price, and keep the newest source", () => {
    expect(
      aCourse([
        [1, 3, 15],
        [5, 3, 15, "litellm"],
        [9, 2, 10, "litellm"],
      ]).steps,
    ).toEqual([
      { price: { input: 3, output: 15 }, source: "litellm", firstDay: 1, lastDay: 8 },
      { price: { input: 2, output: 10 }, source: "litellm", firstDay: 9, lastDay: null },
    ]);
  });

  test("go on under the new id of a listing, in whatever order the names are known", () => {
    const aliases = [
      { alias: "second", providerId: "acme", modelId: "third" },
      { alias: "acme/first", providerId: "acme", modelId: "second" },
    ];
    for (const names of [aliases, aliases.toReversed()]) {
      const joined = joinRenamed([listing("first", 1, 4), listing("second", 5, 9), listing("third", 10)], names);
      expect([...joined.keys()]).toEqual(["acme/third"]);
      expect([...joined.values()].map((course) => [firstDayOf(course), endDayOf(course)])).toEqual([[1, null]]);
    }
  });

  test("are two where both ids were listed at once", () => {
    const names = [{ alias: "first", providerId: "acme", modelId: "second" }];
    expect([...joinRenamed([listing("first", 1, 9), listing("second", 5)], names).keys()]).toEqual(["acme/first", "acme/second"]);
  });
});

describe("ended courses", () => {
  const keysOf = (courses: readonly PriceCourse[]): string[] => courses.map(keyOf);

  test("are gone one by one, and lost where most of a seller's listings go on one day", () => {
    const still = ["a", "b", "c", "d"].map((id) => listing(id, 1));
    const one = listing("one", 1, 50);
    const section = ["p", "q", "r"].map((id) => listing(id, 1, 60, "host"));
    const { gone, lost } = endedCourses([...still, one, ...section, listing("s", 1, null, "host")]);
    expect(keysOf(gone)).toEqual(["acme/one"]);
    expect(lost.map(({ providerId, lastDay, courses }) => [providerId, lastDay, keysOf(courses)])).toEqual([
      ["host", 60, ["host/p", "host/q", "host/r"]],
    ]);
  });

  test("of a seller with few listings are gone, since two models may well end on one day", () => {
    const { gone, lost } = endedCourses([listing("a", 1, 50), listing("b", 1, 50)]);
    expect([keysOf(gone), lost]).toEqual([["acme/a", "acme/b"], []]);
  });

  test("of half a line that ends on one day while the other half stays are gone", () => {
    const ended = ["a", "b", "c"].map((id) => listing(id, 1, 50));
    expect(endedCourses([...ended, ...["d", "e", "f"].map((id) => listing(id, 1))]).lost).toEqual([]);
  });
});
