import { NewMark } from "@/components/blocks/since-visit";
import { formatDay, formatTime } from "@/lib/domain/pages/format";

export interface ListedArticle {
  id: string;
  title: string;
  url: string;
  source: string;
  sourceDomain: string;
  snippet: string;
  categories: readonly string[];
  publishedAt: string;
}

function Article({ article, isShort }: { article: ListedArticle; isShort: boolean }) {
  return (
    <li className={`border-t border-border py-3 first:border-t-0 ${isShort ? "max-sm:nth-[n+4]:hidden" : ""}`}>
      <a href={article.url} rel="noopener noreferrer nofollow" className="plain-link text-body-lg font-medium text-fg">
        {article.title}
        <span className="sr-only"> (opens {article.sourceDomain})</span>
      </a>
      {!isShort && article.snippet !== "" && <p className="mt-1 max-w-[68ch] text-fg-muted">{article.snippet}</p>}
      <p className="mt-1 text-small text-fg-muted">
        {article.source} ·{" "}
        <time dateTime={article.publishedAt}>
          {isShort ? `${formatDay(article.publishedAt)}, ${formatTime(article.publishedAt)}` : formatTime(article.publishedAt)}
        </time>
        {isShort && <NewMark at={article.publishedAt} />}
        {!isShort && article.categories.length > 0 && ` · ${article.categories.join(", ")}`}
      </p>
    </li>
  );
}

export function ArticleList({ articles, isShort = false }: { articles: readonly ListedArticle[]; isShort?: boolean }) {
  if (isShort) {
    return (
      <ul>
        {articles.map((article) => (
          <Article key={article.id} article={article} isShort />
        ))}
      </ul>
    );
  }
  const days = [...new Set(articles.map((article) => article.publishedAt.slice(0, 10)))];
  return days.map((day) => (
    <section key={day} aria-label={formatDay(day)} className="mb-4">
      <h2 className="border-b border-border pb-1 text-h3">{formatDay(day)}</h2>
      <ul>
        {articles
          .filter((article) => article.publishedAt.startsWith(day))
          .map((article) => (
            <Article key={article.id} article={article} isShort={false} />
          ))}
      </ul>
    </section>
  ));
}
