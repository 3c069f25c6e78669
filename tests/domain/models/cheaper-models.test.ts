import { expect, test } from "vitest";
import { cheaperModels, type AblePrice } from "@/lib/domain/models/cheaper-models";

const sold = (id: string, blended: number | null, ability: number): AblePrice => ({ providerId: "acme", id, blended, ability });

test("the cheapest three that are as able cost less, are sold at a price, and are not the model itself", () => {
  const own = sold("own", 6, 150);
  const others = [
    own,
    sold("dearer", 7, 160),
    sold("weaker", 1, 149.9),
    sold("given-away", 0, 170),
    sold("unpriced", null, 170),
    sold("fourth", 5, 150),
    sold("as-able", 4, 150),
    sold("abler", 2, 155),
    sold("ablest", 2, 160),
  ];
  expect(cheaperModels(own, others).map(({ id }) => id)).toEqual(["ablest", "abler", "as-able"]);
  expect(cheaperModels(sold("own", null, 150), others)).toEqual([]);
});
