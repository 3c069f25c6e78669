import type { Metadata } from "next";
import { ArticleList } from "@/components/dashboard/article-list";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Empty, Section } from "@/components/ui/section";
import { countBy } from "@/lib/domain/basics/arithmetic";
import { news } from "@/lib/endpoints/news";
import { call } from "@/lib/http/call";
import { hrefOf, hrefWith } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { newsPage } from "@/lib/pages/news";
import { readSearch, type PageProps } from "@/lib/pages/search";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(newsPage, readSearch(newsPage, await searchParams));

const LIMIT = "200";

interface Facet {
  label: string;
  count: number;
  href: string;
  isChosen: boolean;
}

function facets(counts: ReadonlyMap<string, number>, key: "category" | "source", values: ValuesOf<typeof newsPage>): Facet[] {
  return [...counts].map(([label, count]) => {
    const isChosen = label === values[key];
    return { label, count, href: hrefWith(newsPage, values, { [key]: isChosen ? null : label }), isChosen };
  });
}

function FacetList({ title, entries }: { title: string; entries: readonly Facet[] }) {
  return (
    <Section title={title}>
      <ul className="max-h-96 overflow-y-auto">
        {entries.map(({ label, count, href, isChosen }) => (
          <li key={label}>
            <a
              href={href}
              aria-current={isChosen ? "true" : undefined}
              className={`plain-link flex min-h-8 items-center justify-between gap-3 rounded-chip px-2 hover:bg-surface-2 ${isChosen ? "bg-accent-tint font-medium" : ""}`}
            >
              <span>{label}</span>
              <span className="text-small text-fg-muted">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export default async function NewsPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(newsPage, await searchParams);
  const [text, category, source] = [values.q ?? "", values.category, values.source];
  const query: Record<string, string> = { limit: LIMIT, ...(category ? { category } : {}) };
  const [all, answer] = await Promise.all([call(news, { limit: LIMIT }), call(news, query)]);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = answer.articles.filter(
    (article) =>
      (source === null || article.source === source) &&
      words.every((word) => `${article.title} ${article.snippet}`.toLowerCase().includes(word)),
  );
  return (
    <PageFrame frame={frameOf(newsPage, { values, capturedAt: answer.captured_at })} json={values.view === "json" ? answer : undefined}>
      <IgnoredNote ignored={ignored} href={hrefOf(newsPage, values)} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,760px)_minmax(0,1fr)]">
        <div>
          <form method="get" action="/news" role="search" aria-label="Search the news" className="no-print mb-4 flex gap-2">
            <input
              type="search"
              name="q"
              defaultValue={text}
              aria-label="Words"
              placeholder="Words in title or snippet"
              className="control min-w-0 flex-1"
            />
            {category && <input type="hidden" name="category" value={category} />}
            {source && <input type="hidden" name="source" value={source} />}
            <button type="submit" className="control control-primary">
              Search
            </button>
            {(text || category || source) && (
              <a href="/news" className="control">
                Clear
              </a>
            )}
          </form>
          {shown.length > 0 ? (
            <ArticleList articles={shown} />
          ) : (
            <Empty>
              {all.count === 0
                ? "No articles have been read yet. Feeds are asked every 10 minutes."
                : "No article among the newest 200 fits these filters."}
            </Empty>
          )}
        </div>
        <div className="grid content-start gap-4">
          <FacetList
            title="Categories"
            entries={facets(countBy(all.articles.flatMap((article) => article.categories)), "category", values)}
          />
          <FacetList title="Sources" entries={facets(countBy(all.articles.map((article) => article.source)), "source", values)} />
          <Section title="Feeds">
            <p>
              <a href="/api/feed.xml">RSS 2.0</a> · <a href="/api/feed.json">JSON Feed 1.1</a>
            </p>
          </Section>
        </div>
      </div>
    </PageFrame>
  );
}
