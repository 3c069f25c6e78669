import { NewMark } from "@/components/blocks/since-visit";
import { NearTime } from "@/components/ui/near-time";

interface ListedArticle {
  id: string;
  title: string;
  url: string;
  source: string;
  sourceDomain: string;
  publishedAt: string;
}

/** Headlines without snippets. */
export function ArticleList({ articles }: { articles: readonly ListedArticle[] }) {
  return (
    <ul>
      {articles.map(({ id, title, url, source, sourceDomain, publishedAt }) => (
        <li key={id} className="border-t border-border py-2 first:border-t-0">
          <a href={url} rel="noopener noreferrer nofollow" className="plain-link font-medium text-fg">
            {title}
            <span className="sr-only"> (opens {sourceDomain})</span>
          </a>
          <p className="text-small text-fg-muted">
            {source} · <NearTime at={publishedAt} />
            <NewMark at={publishedAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
