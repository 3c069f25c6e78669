import type { NewArticle } from "@/db/queries/news/news";
import { attentionProviders } from "@/lib/domain/attention/attention-terms";
import { NEWS_CATEGORIES } from "@/lib/domain/news/news-categories";

/** An archive of several years with natural word frequencies, plus some words of a fixed one. */

const YEARS_MS = 3 * 365 * 86_400_000;
const VOCABULARY = 30_000;
const SYLLABLES = ["ka", "lo", "mi", "te", "su", "bo", "ve", "da", "pi", "no", "ga", "lu", "fe", "hi", "qu", "zo"] as const;
const STOP_WORDS = ["the", "of", "and", "to", "in", "is", "for", "with", "on", "that", "a", "its"] as const;
const [TITLE_WORDS, SNIPPET_WORDS] = [9, 30];
/** Share of stop words in a text. */
const STOP_SHARE = 0.35;

/** Share of the articles that contain the words. */
export const KNOWN_WORDS: readonly (readonly [string, number])[] = [
  ["AI", 0.6],
  ["models", 0.3],
  ["pricing", 0.1],
  ["agents", 0.05],
  ["machine learning", 0.04],
  ["machine", 0.04],
  ["learning", 0.04],
  ["Claude 4.7", 0.02],
  ["GPT-5.1", 0.02],
  ["opus", 0.01],
  ["o3", 0.005],
  ["kraken", 0.0002],
];

/** Seeded: every run gets the same numbers. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function wordOfRank(rank: number): string {
  let word = "";
  for (let rest = rank + 17; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

export const archiveId = (position: number): string => `n${position.toString(36).padStart(10, "0")}`;

/** `position` counts from the oldest of `count` articles; the newest is published at `until`. */
export function archiveArticles(count: number, until: Date): (position: number) => NewArticle {
  const next = numbers(7);
  const wordOf = (): string =>
    next() < STOP_SHARE
      ? (STOP_WORDS[Math.floor(next() * STOP_WORDS.length)] ?? "the")
      : wordOfRank(Math.min(VOCABULARY - 1, Math.floor(Math.exp(next() * Math.log(VOCABULARY)))));
  const words = (length: number): string[] => Array.from({ length }, wordOf);
  return (position) => {
    const [title, snippet] = [words(TITLE_WORDS), words(SNIPPET_WORDS)];
    for (const [word, share] of KNOWN_WORDS) {
      if (next() < share) (next() < 0.3 ? title : snippet).splice(Math.floor(next() * TITLE_WORDS), 0, word);
    }
    const source = Math.floor(next() * 100);
    const publishedAt = new Date(until.getTime() - YEARS_MS * (1 - (position + 1) / count) - Math.floor(next() * 6 * 3_600_000));
    return {
      id: archiveId(position),
      sourceId: `source-${source}`,
      sourceName: `Journal ${wordOfRank(source)}`,
      sourceDomain: `news-${source}.example.org`,
      guid: `https://news-${source}.example.org/posts/${position}`,
      url: `https://news-${source}.example.org/posts/2026/an-address-of-usual-length/${position}`,
      title: title.join(" "),
      snippet: snippet.join(" "),
      categories: [NEWS_CATEGORIES[source % NEWS_CATEGORIES.length] ?? "Models"],
      providers: next() < 0.3 ? [attentionProviders[Math.floor(next() * attentionProviders.length)] ?? "openai"] : [],
      publishedAt,
      isDateEstimated: false,
      fetchedAt: publishedAt,
    };
  };
}
