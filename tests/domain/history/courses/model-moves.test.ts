import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modelMove, rankMoves, referenceOf, type ModelMove, type Seller } from "@/lib/domain/history/courses/model-moves";
import { moveOf } from "@/lib/domain/history/courses/price-move";
import { aCourse, aWindow } from "../../../support/history/courses";

const WINDOW = aWindow({ to: 130, length: 30 });

/** A listing whose price went from 10 to `to`; it stood where that is 10. */
const seller = (providerId: string, to: number, isMakers = false, modelId = "one"): Seller => ({
  isMakers,
  move: moveOf(
    aCourse(
      [
        [1, 10, 10],
        [120, to, to],
      ],
      { providerId, modelId },
    ),
    WINDOW,
  ),
});

const summary = (move: ModelMove | null) =>
  move && [referenceOf(move.lead), move.movedBy, move.moved, move.sellers, move.others.map(referenceOf)];

describe("the move of a model", () => {
  test("is its maker's, however many hosts and aliases moved with it, or by more", () => {
    const sellers = [seller("host", 2), seller("maker", 5, true, "one-2026-05-01"), seller("maker", 5, true), seller("other", 5)];
    expect(summary(modelMove(sellers))).toEqual(["maker/one", "maker", 4, 4, ["host/one", "other/one", "maker/one-2026-05-01"]]);
  });

  test("is the median of its sellers where its maker sells none, so that one host among many moves nothing", () => {
    expect(summary(modelMove([seller("a", 5), seller("b", 5), seller("c", 8), seller("d", 10)]))).toEqual([
      "c/one",
      "sellers",
      3,
      4,
      ["a/one", "b/one"],
    ]);
    expect(summary(modelMove([seller("a", 5), seller("b", 10), seller("c", 10)]))).toEqual(["a/one", "seller", 1, 3, []]);
    expect(summary(modelMove([seller("a", 5)]))).toEqual(["a/one", "seller", 1, 1, []]);
  });

  test("is a single seller's where the maker kept its price", () => {
    expect(summary(modelMove([seller("maker", 10, true), seller("a", 5), seller("b", 4)]))).toEqual(["b/one", "seller", 2, 3, ["a/one"]]);
    expect(modelMove([seller("maker", 10, true), seller("a", 10)])).toBeNull();
  });
});

const ranked = (sellers: readonly Seller[][]) =>
  rankMoves(
    sellers.flatMap((of) => modelMove(of) ?? []),
    "change",
  ).map(({ lead }) => referenceOf(lead));

test("golden: half the price and twice the price are equally large, and of equal changes the maker's and the most sold come first", () => {
  const half = seller("maker", 5, true, "half");
  const double = seller("maker", 20, true, "double");
  const third = seller("maker", 3, true, "third");
  const hosted = [seller("a", 5, false, "hosted"), seller("b", 5, false, "hosted")];
  expect(ranked([[double], hosted, [half, seller("host", 5, false, "half")], [third]])).toEqual([
    "maker/third",
    "maker/half",
    "maker/double",
    "a/hosted",
  ]);
});

test("property: the order of the listings and of the models changes nothing", () => {
  const some = fc.array(
    fc.tuple(fc.constantFrom("a", "b", "c", "maker"), fc.integer({ min: 2, max: 20 }), fc.constantFrom("x", "y", "z")),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(some, fc.infiniteStream(fc.nat()), (listings, stream) => {
      const unique = [...new Map(listings.map((one) => [`${one[0]}/${one[2]}`, one])).values()];
      const of = (all: typeof unique) =>
        ["x", "y", "z"].map((model) =>
          all.filter(([, , id]) => id === model).map(([id, to, modelId]) => seller(id, to, id === "maker", modelId)),
        );
      const shuffled = unique
        .map((one) => ({ one, key: stream.next().value as number }))
        .toSorted((p, q) => p.key - q.key)
        .map(({ one }) => one);
      expect(ranked(of(shuffled).toReversed())).toEqual(ranked(of(unique)));
    }),
  );
});
