import type { NewsSource } from "@/lib/catalogs/news-sources";
import { providersNamedIn } from "@/lib/domain/attention/attention-terms";
import { articleId } from "@/lib/sources/news/read-feed";
import type { NewsItem } from "@/lib/sources/news/news-item";
import { pick } from "./rng";
import { MINUTE_MS } from "@/lib/domain/basics/time";

const ACTORS = ["OpenAI", "Anthropic", "Google DeepMind", "Mistral", "Meta", "xAI", "DeepSeek", "Cohere"] as const;
const DEEDS = [
  "publishes a smaller model",
  "opens its evaluation suite",
  "lowers the price of batch calls",
  "explains its safety tests",
  "extends its context window",
  "adds tool use to its API",
] as const;
const WHERES = ["for developers", "for research", "in Europe", "after a month of tests", "with open weights"] as const;

export const inventTitle = (random: () => number): string => `${pick(random, ACTORS)} ${pick(random, DEEDS)} ${pick(random, WHERES)}`;

/** An invented article; its URL lies in a domain reserved for examples. */
export function storyOf(scenario: string, source: NewsSource, at: Date, position: number, title: string): NewsItem {
  const url = `https://news.example.org/${scenario}/${at.toISOString().slice(0, 10)}/${source.id}`;
  const publishedAt = new Date(at.getTime() - position * 11 * MINUTE_MS);
  return {
    id: articleId(url),
    url,
    guid: url,
    title,
    snippet: `${title}. An invented story, told by ${source.name}.`,
    categories: [...source.categories],
    providers: providersNamedIn(title),
    publishedAt: publishedAt.toISOString(),
    isDateEstimated: false,
  };
}
