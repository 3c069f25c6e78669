import { createHash } from "node:crypto";
import { publicationTime } from "@/lib/domain/news/article-date";
import { providersNamedIn } from "@/lib/domain/attention/attention-terms";
import { articleUrl, canonicalUrl } from "@/lib/domain/news/canonical-url";
import { isAiRelated, isDealSpam } from "@/lib/domain/news/news-relevance";
import { deriveTexts, RAW_BODY_LENGTH, RAW_TITLE_LENGTH } from "@/lib/domain/news/derive-texts";
import { clipWords } from "@/lib/domain/news/snippet";
import { decodeText } from "../decode-text";
import { faultOf, SourceError, type SourceFault } from "../http/source";
import type { FeedEntry } from "./entries-of";
import type { FeedReading, FeedSource, NewsItem } from "./news-item";
import { parseFeed } from "./parse-feed";
import { plainText } from "./plain-text";
import { repairTwiceEncoded } from "./twice-encoded";

/** Most articles of a feed to date by their reading. A feed without dates must not fill the list with its archive. */
const MAX_ESTIMATED = 5;
const ID_LENGTH = 20;

/** Ids must never change, so only the canonical URL goes into the hash. */
export const articleId = (canonical: string): string => createHash("sha256").update(canonical).digest("hex").slice(0, ID_LENGTH);

interface Candidate {
  entry: FeedEntry;
  url: string;
  canonical: string;
  /** What the entry's own address has behind `#`, with it; empty for none. */
  fragment: string;
  publishedAt: Date;
  isDateEstimated: boolean;
}

function candidateOf(entry: FeedEntry, source: FeedSource, seenAt: Date): Candidate | null {
  const address = entry.link ?? (entry.guid?.startsWith("/") ? entry.guid : null);
  if (address === null || (entry.title === "" && entry.body === "")) return null;
  const site = articleUrl(source.siteUrl) ?? source.feedUrl;
  const base = entry.bases.reduce((outer, inner) => articleUrl(inner, outer) ?? outer, site);
  const [url, canonical] = [articleUrl(address, base), canonicalUrl(address, base)];
  if (url === null || canonical === null) return null;
  const { publishedAt, isEstimated } = publicationTime(entry.dates, seenAt);
  return { entry, url, canonical, fragment: fragmentOf(address), publishedAt, isDateEstimated: isEstimated };
}

const fragmentOf = (address: string): string => /#(?!!)\S+$/.exec(address.trim())?.[0] ?? "";

/**
 * Keeps the `#` part in addresses of entries that have guids of their own. Release notes on one page
 * differ only by it.
 */
function withFragments(candidates: readonly Candidate[], guids: ReadonlySet<string>): Candidate[] {
  const isOwn = ({ entry }: Candidate): boolean => entry.guid !== null && guids.has(entry.guid);
  const fragments = new Map<string, Set<string>>();
  for (const { canonical, fragment } of candidates.filter(isOwn)) {
    fragments.set(canonical, (fragments.get(canonical) ?? new Set()).add(fragment));
  }
  return candidates.map((candidate) =>
    isOwn(candidate) && (fragments.get(candidate.canonical)?.size ?? 0) > 1
      ? { ...candidate, url: candidate.url + candidate.fragment, canonical: candidate.canonical + candidate.fragment }
      : candidate,
  );
}

/** Some feeds repeat one guid for several entries; such a guid does not identify an article. */
function uniqueGuids(candidates: readonly Candidate[]): Set<string> {
  const times = new Map<string, number>();
  for (const { entry } of candidates) if (entry.guid !== null) times.set(entry.guid, (times.get(entry.guid) ?? 0) + 1);
  return new Set([...times].filter(([, count]) => count === 1).map(([guid]) => guid));
}

function candidatesOf(entries: readonly FeedEntry[], source: FeedSource, seenAt: Date): Candidate[] {
  const candidates = entries.flatMap((entry) => candidateOf(entry, source, seenAt) ?? []);
  const seen = new Set<string>();
  return withFragments(candidates, uniqueGuids(candidates)).filter(({ canonical }) => {
    const isFirst = !seen.has(canonical);
    seen.add(canonical);
    return isFirst;
  });
}

const byNewest = (a: Candidate, b: Candidate): number =>
  Number(a.isDateEstimated) - Number(b.isDateEstimated) || b.publishedAt.getTime() - a.publishedAt.getTime();

function itemOf(candidate: Candidate, source: FeedSource, guids: ReadonlySet<string>): NewsItem | null {
  const { entry } = candidate;
  // Letters are repaired before markup is taken out. That joins spaces, and one of them may be half of a letter that
  // was encoded twice.
  const textOf = (html: string, length: number) => clipWords(plainText(repairTwiceEncoded(html)), length);
  const raw = { title: textOf(entry.title, RAW_TITLE_LENGTH), body: textOf(entry.body, RAW_BODY_LENGTH) };
  const { title, snippet } = deriveTexts(raw, source.name);
  if (title === "" || isDealSpam(title) || (source.isGeneral && !isAiRelated(title, raw.body))) return null;
  return {
    id: articleId(candidate.canonical),
    url: candidate.url,
    guid: entry.guid !== null && guids.has(entry.guid) ? entry.guid.slice(0, 500) : null,
    title,
    snippet,
    raw,
    categories: source.categories,
    providers: providersNamedIn(title, snippet, source.categories.join(" "), source.name),
    publishedAt: candidate.publishedAt.toISOString(),
    isDateEstimated: candidate.isDateEstimated,
  };
}

export function readFeed(bytes: Uint8Array, contentType: string | null, source: FeedSource, seenAt: Date): FeedReading {
  const entries = parseFeed(decodeText(bytes, contentType).text);
  const candidates = candidatesOf(entries, source, seenAt);
  if (candidates.length === 0) throw new SourceError("not_expected", "No entry has an address");
  const guids = uniqueGuids(candidates);
  const items: NewsItem[] = [];
  let estimated = 0;
  for (const candidate of candidates.sort(byNewest)) {
    if (estimated === MAX_ESTIMATED) break;
    const item = itemOf(candidate, source, guids);
    if (!item) continue;
    items.push(item);
    if (item.isDateEstimated) estimated += 1;
  }
  return { items, entryCount: entries.length, unusableCount: entries.length - candidates.length };
}

export interface FeedTask {
  bytes: Uint8Array;
  contentType: string | null;
  source: FeedSource;
  seenAt: string;
}

export type FeedOutcome = { reading: FeedReading } | { fault: SourceFault; message: string };

export function readFeedTask({ bytes, contentType, source, seenAt }: FeedTask): FeedOutcome {
  try {
    return { reading: readFeed(bytes, contentType, source, new Date(seenAt)) };
  } catch (error) {
    return faultOf(error);
  }
}
