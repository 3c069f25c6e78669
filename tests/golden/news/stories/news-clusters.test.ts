import { expect, test } from "vitest";
import { localEmbedder } from "@/lib/sources/news/embeddings/embedder-of";
import { inTier } from "../../../support/lacks";
import { bCubed } from "../../../support/news/cluster-scores";
import { embedGold, goldSets, ourGroups, plainGroups, type GoldSet } from "../../../support/news/gold-clusters";

/** Targets for sets labelled by event; machine-labelled sets are measured only by the bench. */
const LABELLED_BY_HAND = ["own headlines", "ai_news_clusters"];

const sets = goldSets().filter(({ name }) => LABELLED_BY_HAND.includes(name));

/** Every third story of a large set, since each article costs a tenth of a second. */
function thirdOf(set: GoldSet): GoldSet {
  if (set.articles.length < 200) return set;
  const stories = [...new Set(set.articles.map(({ cluster }) => cluster))].filter((_, index) => index % 3 === 0);
  return { ...set, articles: set.articles.filter(({ cluster }) => stories.includes(cluster)) };
}

test("our own labelled headlines are always included", () => {
  expect(sets.map(({ name }) => name)).toContain("own headlines");
});

test.each(sets)("$name: precision is at least 90%, F1 at least 0.80, and false links above the threshold are refused", async (whole) => {
  const set = inTier(thirdOf, (all: GoldSet) => all)(whole);
  const inputs = await embedGold(set, localEmbedder);
  const labels = set.articles.map(({ cluster }) => cluster);
  const isToldTwice = (item: number): boolean => labels.indexOf(labels[item] as string) !== labels.lastIndexOf(labels[item] as string);
  const [ours, plain] = [ourGroups(inputs), plainGroups(inputs)];
  expect(bCubed(labels, ours).precision).toBeGreaterThanOrEqual(0.9);
  expect(bCubed(labels, ours).f1).toBeGreaterThanOrEqual(0.8);
  // Singletons are easy: stories with several articles must be found too.
  expect(bCubed(labels, ours, isToldTwice).f1).toBeGreaterThanOrEqual(0.8);
  expect(bCubed(labels, ours).precision).toBeGreaterThan(bCubed(labels, plain).precision);
  expect(bCubed(labels, ours).f1).toBeGreaterThan(bCubed(labels, plain).f1);
});

test("B-cubed by hand: groups {a1 a2 b1} {a3} of stories a, b have precision (2/3 + 2/3 + 1/3 + 1) / 4 and recall (2/3 + 2/3 + 1 + 1/3) / 4", () => {
  const { precision, recall, f1 } = bCubed(["a", "a", "b", "a"], ["x", "x", "x", "y"]);
  expect([precision, recall, f1].map((value) => value.toFixed(4))).toEqual(["0.6667", "0.6667", "0.6667"]);
});
