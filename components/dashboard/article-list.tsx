import { NewMark } from "@/components/blocks/since-visit";
import { formatDay, formatTime } from "@/lib/domain/pages/format";

interface ListedArticle {
  id: string;
  title: string;
  url: string;
  source: string;
  sourceDomain: string;
  publishedAt: string;
}

/** Headlines without snippets, fewer of them on phones. */
export function ArticleList({ articles }: { articles: readonly ListedArticle[] }) {
  return (
    <ul>
      {articles.map(({ id, title, url, source, sourceDomain, publishedAt }) => (
        <li key={id} className="border-t border-border py-3 first:border-t-0 max-sm:nth-[n+4]:hidden">
          <a href={url} rel="noopener noreferrer nofollow" className="plain-link text-body-lg font-medium text-fg">
            {title}
            <span className="sr-only"> (opens {sourceDomain})</span>
          </a>
          <p className="mt-1 text-small text-fg-muted">
            {source} ·{" "}
            <time dateTime={publishedAt}>
              {formatDay(publishedAt)}, {formatTime(publishedAt)}
            </time>
            <NewMark at={publishedAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
