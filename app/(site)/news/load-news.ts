import { filterNews } from "@/lib/domain/news/news-list";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { news } from "@/lib/endpoints/news";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import type { ValuesOf } from "@/lib/pages/define";
import { newsPage } from "@/lib/pages/news";
import { requestsOf } from "@/lib/pages/requests";

export type NewsValues = ValuesOf<typeof newsPage>;
type News = AnswerOf<typeof news>;

export const PAGE_SIZE = 50;

export interface NewsList {
  answer: News;
  captured_at: string | null;
  /** Articles of all categories and sources. */
  newest: News["articles"];
  /** A page of the articles that fit the filters. */
  articles: News["articles"];
  total: number;
  page: number;
}

/** A page of the newest articles. The endpoint filters by category, this page by words and source. */
export async function loadNews(values: NewsValues): Promise<BlockOutcome<NewsList>> {
  const { query } = requestsOf(newsPage, values)[0];
  const [outcome, all] = await Promise.all([blockAnswer(news, query), blockAnswer(news, requestsOf(newsPage)[0].query)]);
  if (outcome.kind !== "answer") return outcome;
  if (all.kind !== "answer") return all;
  const { answer, stamp } = outcome;
  const found = filterNews(answer.articles, values);
  const page = Math.min(values.page, Math.max(1, Math.ceil(found.length / PAGE_SIZE)));
  const articles = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const list = { answer, captured_at: answer.captured_at, newest: all.answer.articles, articles, total: found.length, page };
  return { kind: "answer", answer: list, stamp };
}
