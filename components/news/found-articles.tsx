import { NearTime } from "@/components/ui/near-time";

/** An article as paid answers have it. */
export interface FoundArticle {
  title: string;
  url: string;
  source: string;
  source_domain: string;
  snippet: string;
  published_at: string;
}

export function FoundArticles({ articles }: { articles: readonly FoundArticle[] }) {
  return (
    <ul className="news-list">
      {articles.map(({ title, url, source, source_domain, snippet, published_at }) => (
        <li key={url}>
          <a href={url} rel="noopener noreferrer nofollow">
            {title}
            <span className="sr-only">{` (opens ${source_domain})`}</span>
          </a>
          {snippet !== "" && <p>{snippet}</p>}
          <small>
            {`${source} · `}
            <NearTime at={published_at} />
          </small>
        </li>
      ))}
    </ul>
  );
}
