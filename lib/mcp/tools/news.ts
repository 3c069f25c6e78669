import { news } from "@/lib/endpoints/news";
import { verifiedNews } from "@/lib/endpoints/premium/history/news/verified";
import { newsSearch } from "@/lib/endpoints/premium/news/search";
import { defineTool, of, typesOf, type Ask, type Found, type Values } from "../tool";

async function newest({ category }: Values, ask: Ask): Promise<Found> {
  const { articles } = await ask.call(news, { query: { category, limit: "200" } });
  return {
    summary: `${articles.length} articles, the newest first.`,
    rows: articles,
    columns: ["publishedAt", "source", "title", "url"],
    foreign: ["title", "snippet"],
  };
}

async function searched({ q, from, to, category }: Values, ask: Ask): Promise<Found> {
  const { results, matched, total_corpus: all } = await ask.call(newsSearch, { query: { q, from, to, category, limit: "50" } });
  return {
    summary: `${matched} of ${all} articles match, the best first.`,
    rows: results,
    columns: ["published_at", "source", "title", "snippet", "url"],
    foreign: ["title", "snippet"],
  };
}

async function verified({ from, to, min_sources: least }: Values, ask: Ask): Promise<Found> {
  const { items, note } = await ask.call(verifiedNews, {
    query: { from, to: from === undefined ? undefined : (to ?? from), min_sources: least },
  });
  return {
    summary: `${items.length} stories that at least ${least} outlets reported.`,
    rows: items.map(({ hero, ...story }) => ({ ...story, title: hero.title, url: hero.url })),
    columns: ["date", "source_count", "title", "url"],
    foreign: ["title"],
    notes: [note],
  };
}

export const newsTool = defineTool({
  name: "news",
  title: "AI news",
  description: "AI news articles. Not for prices or outages: whats_changed.",
  charges: [newsSearch, verifiedNews],
  takes: {
    category: of(news, "category", "Such as research, tools, openai"),
    q: of(newsSearch, "q", "Search the archive", { isPaid: true }),
    from: of(newsSearch, "from", "First day", { isPaid: true }),
    to: of(newsSearch, "to", "Last day", { isPaid: true }),
    min_sources: of(verifiedNews, "min_sources", "Stories of so many outlets", { isRequired: false, isPaid: true }),
  },
  row: typesOf(news, ["articles"], ["publishedAt", "source", "title", "url"]),
  answer(values, ask) {
    if (values.min_sources !== undefined) return verified(values, ask);
    return [values.q, values.from, values.to].some((value) => value !== undefined) ? searched(values, ask) : newest(values, ask);
  },
});
