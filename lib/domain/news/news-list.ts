import { countBy } from "../basics/arithmetic";
import { REMOVED } from "./sanitize/marks";

/** The list of the news page: what its own filters leave, and what can be chosen. */

interface Listed {
  title: string;
  snippet: string;
  source: string;
  categories: readonly string[];
  publishedAt: string;
}

interface Filters {
  q: string | null;
  source: string | null;
}

/** Articles of the source that have every word in title or snippet. */
export function filterNews<Article extends Listed>(articles: readonly Article[], { q, source }: Filters): Article[] {
  const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return articles.filter(
    (article) =>
      (source === null || article.source === source) &&
      words.every((word) => `${article.title} ${article.snippet}`.toLowerCase().includes(word)),
  );
}

export interface Facet {
  label: string;
  count: number;
}

const facetsOf = (labels: readonly string[]): Facet[] => [...countBy(labels)].map(([label, count]) => ({ label, count }));

/** Categories and sources by number of articles. A name that was removed as an instruction is nothing to choose. */
export function newsFacets(articles: readonly Listed[]): { categories: Facet[]; sources: Facet[] } {
  return {
    categories: facetsOf(articles.flatMap(({ categories }) => categories)),
    sources: facetsOf(articles.map(({ source }) => source).filter((source) => !source.includes(REMOVED))),
  };
}

/** Articles by UTC day, in their order. */
export function byDay<Article extends Listed>(articles: readonly Article[]): { day: string; articles: Article[] }[] {
  const days = new Map<string, Article[]>();
  for (const article of articles) {
    const day = article.publishedAt.slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), article]);
  }
  return [...days].map(([day, ofDay]) => ({ day, articles: ofDay }));
}

/** What a snippet says beyond its headline: many feeds begin it with the headline again. */
export function snippetBeyond(title: string, snippet: string): string {
  if (!snippet.toLowerCase().startsWith(title.toLowerCase())) return snippet;
  return snippet.slice(title.length).replace(/^[\s.:;,|\u2013\u2014-]+/, "");
}
