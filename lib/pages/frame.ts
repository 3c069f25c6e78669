import type { Metadata } from "next";
import { feedsOfPage } from "@/lib/domain/history/changes/change-pages";
import { datasets } from "@/lib/datasets";
import { siteIdentity } from "@/lib/docs/site";
import { FEED_TYPES, type FeedFormat } from "@/lib/domain/history/changes/feed-file";
import { baseUrl } from "@/lib/http/own-address";
import { fillPath, hrefOf } from "./address";
import { CARD_SIZE, cardAddress } from "./card-address";
import { cadenceOf, datasetsOf, type AnyPage, type PathValues } from "./define";
import { requestsOf } from "./requests";

/** A page's request, as the API menu shows it. */
interface FrameRequest {
  target: string;
  method: string;
  /** Null for a free one. */
  credits: number | null;
  needsToken: boolean;
  /** The example of its body as JSON; null for a GET. */
  body: string | null;
  hasCsv: boolean;
  /** Filters of the page that this endpoint does not have. */
  lacks: string[];
}

export interface Frame {
  title: string;
  lead: string;
  baseUrl: string;
  requests: FrameRequest[];
  capturedAt: string | null;
  cadenceSeconds: number | null;
  /** This address in its own form, and as its JSON. */
  href: string;
  jsonHref: string;
  /** Null for a personal page. */
  jsonLd: Record<string, unknown> | null;
}

export interface Rendered {
  values?: Record<string, unknown>;
  path?: PathValues;
  /** The instance's name, on a page with a bracket in its path. */
  title?: string;
  lead?: string;
}

const NEWS_FEEDS = { xml: "/api/feed.xml", json: "/api/feed.json" };

/** Feeds that a reader finds by the page's address: of what changes on it, and of the news. */
function feedsOf(page: AnyPage, path: PathValues, title: string) {
  const ofChanges = feedsOfPage(page.path, path);
  const linksTo = (format: FeedFormat) => [
    ...ofChanges.map(({ dataset, title: own, at }) => ({
      url: at(format),
      title: own ?? `Changes: ${dataset ? datasets[dataset].title : title}`,
    })),
    { url: NEWS_FEEDS[format], title: "AI news" },
  ];
  return { [FEED_TYPES.xml]: linksTo("xml"), [FEED_TYPES.json]: linksTo("json") };
}

/** What the page is in the words of schema.org: an article, data with where to load it, or only a page. */
function jsonLdOf(
  page: AnyPage,
  { path, title, lead, capturedAt }: Required<Pick<Rendered, "path" | "title" | "lead">> & { capturedAt: string | null },
  dataUrl: string,
): Record<string, unknown> {
  const common = {
    "@context": "https://schema.org",
    name: title,
    description: lead,
    url: `${baseUrl()}${hrefOf(page, {}, path)}`,
    license: `${baseUrl()}/llms.txt`,
  };
  if (page.hasMarkdown) return { ...common, "@type": "TechArticle", headline: title };
  if (datasetsOf(page).length === 0) return { ...common, "@type": "WebPage" };
  return {
    ...common,
    "@type": "Dataset",
    dateModified: capturedAt ?? undefined,
    distribution: { "@type": "DataDownload", encodingFormat: "application/json", contentUrl: dataUrl },
  };
}

/** What a page says about itself around its content, from its declaration and its main answer's time. */
export function frameOf(
  page: AnyPage,
  { values = {}, path = {}, title = page.title, lead = page.description, capturedAt }: Rendered & { capturedAt: string | null },
): Frame {
  const base = baseUrl();
  const requests = requestsOf(page, values, path);
  return {
    title,
    lead,
    baseUrl: base,
    requests: requests
      .filter(({ isComplete }) => isComplete)
      .map(({ endpoint, target, lacks }) => ({
        target,
        method: endpoint.method,
        credits: endpoint.access.kind === "premium" ? endpoint.access.credits : null,
        needsToken: endpoint.access.kind !== "free",
        body: endpoint.method === "GET" ? null : JSON.stringify(endpoint.example?.body ?? {}),
        hasCsv: endpoint.csv !== undefined,
        lacks,
      })),
    capturedAt,
    cadenceSeconds: cadenceOf(page),
    href: hrefOf(page, { ...values, view: null }, path),
    jsonHref: hrefOf(page, { ...values, view: "json" }, path),
    jsonLd: page.audience === "personal" ? null : jsonLdOf(page, { path, title, lead, capturedAt }, `${base}${requests[0].target}`),
  };
}

/** Where the same words are served as Markdown. */
export const markdownHrefOf = (page: AnyPage, path: PathValues = {}): string => `${fillPath(page.path, path)}.md`;

const FOR_NOBODY_ELSE: Metadata = {
  robots: { index: false },
  // Other sites learn nothing of these addresses. "no-referrer" would also hide from us which site a form comes from.
  referrer: "same-origin",
};

export function pageMetadata(
  page: AnyPage,
  { values = {}, path = {}, title = page.title, lead = page.description, ogImage }: Rendered & { ogImage?: string } = {},
): Metadata {
  if (page.audience === "personal") return { title, description: lead, ...FOR_NOBODY_ELSE };
  const canonical = hrefOf(page, { ...values, view: null }, path);
  const { name } = siteIdentity();
  const images = { images: [{ url: ogImage ?? cardAddress(fillPath(page.path, path)), ...CARD_SIZE, alt: `${title}: ${lead}` }] };
  return {
    title,
    description: lead,
    alternates: {
      canonical,
      types: page.hasMarkdown ? { ...feedsOf(page, path, title), "text/markdown": markdownHrefOf(page, path) } : feedsOf(page, path, title),
    },
    openGraph: { title, description: lead, url: canonical, siteName: name, type: "website", locale: "en_US", ...images },
    twitter: { card: "summary_large_image", title, description: lead, ...images },
  };
}
