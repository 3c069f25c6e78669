import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { SinceVisit } from "@/components/blocks/since-visit";
import { ArchiveSearch } from "@/components/news/archive-search";
import { ArticleDays } from "@/components/news/article-days";
import { HeadlineKeys } from "@/components/news/headline-keys";
import { NewsFacets, type FacetLink } from "@/components/news/news-facets";
import { NewsFilters } from "@/components/news/news-filters";
import { ReportedStories } from "@/components/news/reported-stories";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Pager } from "@/components/ui/pager";
import { Empty, EmptyFiltered, Note } from "@/components/ui/states";
import { serviceTime } from "@/lib/config/clock";
import { datasets } from "@/lib/datasets";
import { NEWS_CATEGORIES } from "@/lib/domain/news/news-categories";
import { byDay, filterNews, newsFacets, type Facet } from "@/lib/domain/news/news-list";
import { formatCadence, formatCount } from "@/lib/domain/pages/format";
import { feedJson } from "@/lib/endpoints/feed-json";
import { feedXml } from "@/lib/endpoints/feed-xml";
import { newsStories } from "@/lib/endpoints/news/stories";
import { newsSearch } from "@/lib/endpoints/premium/news/search";
import { premiumRequest } from "@/lib/http/premium-request";
import { hrefOf, hrefWith } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { newsPage } from "@/lib/pages/news";
import { refusalOf } from "@/lib/pages/refusal-of";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { verifiedNewsPage } from "@/lib/pages/verified-news";
import { loadNews, PAGE_SIZE, type NewsList, type NewsValues } from "./load-news";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(newsPage, readSearch(newsPage, await searchParams));

const { cadenceSeconds } = datasets.news;
const MOST_SOURCES = 8;

const FILTERS = ["q", "category", "source"] as const;
const isFiltered = (values: NewsValues): boolean => FILTERS.some((key) => values[key] !== null);

/** Giving up one filter of several, if that finds any. */
function loosen({ answer }: NewsList, values: NewsValues): { href: string; label: string } | undefined {
  const found = (["q", "source"] as const)
    .filter((key) => values[key] !== null)
    .map((key) => ({ key, count: filterNews(answer.articles, { ...values, [key]: null }).length }))
    .toSorted((a, b) => b.count - a.count)[0];
  if (!found || found.count === 0) return undefined;
  const without = found.key === "q" ? "the words" : "the source";
  return { href: hrefWith(newsPage, values, { [found.key]: null }), label: `${formatCount(found.count)} match without ${without}` };
}

function List({ list, values }: { list: NewsList; values: NewsValues }) {
  if (list.total === 0) {
    if (!isFiltered(values)) return <Empty>No articles have been read yet. Feeds are asked {formatCadence(cadenceSeconds)}.</Empty>;
    const looser = loosen(list, values);
    return (
      <EmptyFiltered clearHref={newsPage.path} {...(looser ? { loosen: looser } : {})}>
        None of the newest {formatCount(list.answer.count)} articles{values.category && ` of ${values.category}`} fits these filters.
      </EmptyFiltered>
    );
  }
  return (
    <>
      <ArticleDays days={byDay(list.articles)} now={serviceTime()} />
      <Pager
        page={list.page}
        pageSize={PAGE_SIZE}
        total={list.total}
        noun="articles"
        hrefOf={(page) => hrefWith(newsPage, values, { page })}
      />
    </>
  );
}

const linksOf = (facets: readonly Facet[], key: "category" | "source", values: NewsValues): FacetLink[] =>
  facets.map(({ label, count }) => {
    const isChosen = label === values[key];
    return { label, count, isChosen, href: hrefWith(newsPage, values, { [key]: isChosen ? null : label }) };
  });

function Aside({ list, values }: { list: NewsList | null; values: NewsValues }) {
  const { categories, sources } = newsFacets(list?.newest ?? []);
  const note = `Of the newest ${formatCount(list?.newest.length ?? 0)} articles`;
  return (
    <div className="no-print grid content-start gap-4">
      <div className="grid gap-4 max-lg:hidden">
        <NewsFacets title="Categories" note={note} links={linksOf(categories, "category", values)} />
        <NewsFacets title="Sources" note={note} links={linksOf(sources.slice(0, MOST_SOURCES), "source", values)} />
      </div>
      <div className="card grid gap-2 p-4">
        <p>
          Feeds: <a href={feedXml.path}>RSS</a> · <a href={feedJson.path}>JSON Feed</a>
        </p>
        <div className="max-lg:hidden">
          <HeadlineKeys />
        </div>
      </div>
    </div>
  );
}

function Archive({ words, values }: { words: string; values: NewsValues }) {
  const query = requestsOf(newsPage, values).find(({ endpoint }) => endpoint === newsSearch)?.query ?? {};
  const refusal = refusalOf(newsSearch, query);
  return (
    <div className="mt-4">
      {refusal === null ? (
        <ArchiveSearch words={words} request={premiumRequest(newsSearch, { query })} />
      ) : (
        <Note>The whole archive cannot be searched for this: {refusal}</Note>
      )}
    </div>
  );
}

const Reported = () => (
  <Block
    title="Reported by several outlets"
    more={{ href: verifiedNewsPage.path, label: "Who reported it, and earlier days" }}
    hasStamp="stale"
    load={() => blockAnswer(newsStories)}
    render={({ stories }) => <ReportedStories stories={stories} />}
  />
);

function titleOf({ total, answer }: NewsList): string {
  if (answer.count === 0) return "Articles";
  const articles = `${formatCount(total)} ${total === 1 ? "article" : "articles"}`;
  return total === answer.count ? `The newest ${articles}` : `${articles} of the newest ${formatCount(answer.count)}`;
}

export default async function NewsPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(newsPage, await searchParams);
  const outcome = await loadNews(values);
  const list = outcome.kind === "answer" ? outcome.answer : null;
  if (list && list.page !== values.page) ignored.push(`page=${values.page}`);
  return (
    <PageFrame
      frame={frameOf(newsPage, { values, capturedAt: list?.captured_at ?? null })}
      refreshSeconds={cadenceSeconds}
      note={<SinceVisit times={list?.articles.map(({ fetchedAt }) => fetchedAt) ?? []} />}
      json={values.view === "json" && list ? list.answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(newsPage, values)} />
      <NewsFilters
        action={newsPage.path}
        address={hrefOf(newsPage, values)}
        values={values}
        categories={NEWS_CATEGORIES}
        sources={newsFacets(list?.newest ?? []).sources.toSorted((a, b) => a.label.localeCompare(b.label, "en"))}
      />
      <div className="news-page">
        <div className="grid content-start gap-4 [&>*]:min-w-0">
          {!isFiltered(values) && values.page === 1 && <Reported />}
          <Block
            title={list ? titleOf(list) : "Articles"}
            hasStamp={false}
            load={async () => outcome}
            render={(loaded) => <List list={loaded} values={values} />}
          />
        </div>
        <Aside list={list} values={values} />
      </div>
      {values.q !== null && <Archive words={values.q} values={values} />}
    </PageFrame>
  );
}
