import { expect, test } from "vitest";
import { firstPostings } from "@/lib/domain/news/search/postings";
import { addArticle, finishSegment, newSegmentBuilder } from "@/lib/domain/news/search/build-segment";

function segmentOf(articles: readonly string[]) {
  const builder = newSegmentBuilder();
  for (const words of articles) addArticle(builder, words);
  return finishSegment(builder);
}

const postingsOf = (articles: readonly string[]) =>
  Object.fromEntries(
    segmentOf(articles).map(({ key, titles, snippets }) => [key, [firstPostings(titles, Infinity), firstPostings(snippets, Infinity)]]),
  );

test("words and neighbouring pairs get postings by title and snippet, marks by article", () => {
  const article = "'5.1':2A 'c=Open models' 'gpt':1A,14B 'price':15B 's=the-verge' 'w1=2968' 'g=ai+model'";
  expect(postingsOf([article, "'gpt':1A 'price':3A", article, article, article])).toEqual({
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

test("no pair spans title and snippet", () => {
  expect(Object.keys(postingsOf(Array.from({ length: 4 }, () => "'one':1A 'two':2B")))).toEqual(["'one'", "'two'"]);
});

test("a repeated word gets one posting per article; quotes and backslashes are kept", () => {
  expect(postingsOf(Array.from({ length: 4 }, () => "'it''s':1A,2A,3A 'back\\\\slash':9B 's=o''neil'"))).toEqual({
    "'it''s'": [[0, 1, 2, 3], []],
    "'it''s' <-> 'it''s'": [[0, 1, 2, 3], []],
    "'back\\\\slash'": [[], [0, 1, 2, 3]],
    "s=o'neil": [[0, 1, 2, 3], []],
  });
});

test("a word in fewer than 1 of 200 articles has no postings, a mark always has them", () => {
  const articles = (count: number) =>
    Array.from({ length: 1000 }, (_, ordinal) => (ordinal < count ? "'rare':1A 'p=openai'" : "'other':1A"));
  expect(Object.keys(postingsOf(articles(4)))).toEqual(["'other'", "p=openai"]);
  expect(Object.keys(postingsOf(articles(5)))).toEqual(["'rare'", "'other'", "p=openai"]);
});
