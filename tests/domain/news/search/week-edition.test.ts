import { expect, test } from "vitest";
import { firstPlaces } from "@/lib/domain/news/search/place-sets";
import { addArticle, finishEdition, newDraft } from "@/lib/domain/news/search/week-edition";

function editionOf(articles: readonly string[]) {
  const draft = newDraft();
  for (const words of articles) addArticle(draft, words);
  return finishEdition(draft);
}

const placesOf = (articles: readonly string[]) =>
  Object.fromEntries(
    editionOf(articles).map(({ key, titles, snippets }) => [key, [firstPlaces(titles, Infinity), firstPlaces(snippets, Infinity)]]),
  );

test("words and neighbours are placed by title and snippet, marks by article", () => {
  const article = "'5.1':2A 'c=Open models' 'gpt':1A,14B 'price':15B 's=the-verge' 'w1=2968' 'g=ai+model'";
  expect(placesOf([article, "'gpt':1A 'price':3A", article, article, article])).toEqual({
    "'5.1'": [[0, 2, 3, 4], []],
    "'gpt'": [
      [0, 1, 2, 3, 4],
      [0, 2, 3, 4],
    ],
    "'price'": [[1], [0, 2, 3, 4]],
    "'gpt' <-> '5.1'": [[0, 2, 3, 4], []],
    "'gpt' <-> 'price'": [[], [0, 2, 3, 4]],
    "c=Open models": [[0, 2, 3, 4], []],
    "s=the-verge": [[0, 2, 3, 4], []],
  });
});

test("no pair reaches from a title into its snippet", () => {
  expect(Object.keys(placesOf(Array.from({ length: 4 }, () => "'one':1A 'two':2B")))).toEqual(["'one'", "'two'"]);
});

test("a word that stands several times is placed once, quotes and backslashes stay as they were", () => {
  expect(placesOf(Array.from({ length: 4 }, () => "'it''s':1A,2A,3A 'back\\\\slash':9B 's=o''neil'"))).toEqual({
    "'it''s'": [[0, 1, 2, 3], []],
    "'it''s' <-> 'it''s'": [[0, 1, 2, 3], []],
    "'back\\\\slash'": [[], [0, 1, 2, 3]],
    "s=o'neil": [[0, 1, 2, 3], []],
  });
});

test("a word that under one of 200 hold has no sets, a mark has them always", () => {
  const articles = (count: number) => Array.from({ length: 1000 }, (_, place) => (place < count ? "'rare':1A 'p=openai'" : "'other':1A"));
  expect(Object.keys(placesOf(articles(4)))).toEqual(["'other'", "p=openai"]);
  expect(Object.keys(placesOf(articles(5)))).toEqual(["'rare'", "'other'", "p=openai"]);
});
