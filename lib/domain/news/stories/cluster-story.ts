import { addDays } from "@/lib/domain/basics/date-range";

interface StoryArticle {
  id: string;
  title: string;
  url: string;
  sourceName: string;
  sourceDomain: string;
  publishedAt: Date;
}

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;
const SIXTY_FOUR_BITS = (1n << 64n) - 1n;

/** FNV-1a (64 bits, base 36) of the sorted, comma-joined ids: the same articles always get the same id. */
export function clusterId(articleIds: readonly string[]): string {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(articleIds.toSorted().join(","))) {
    hash = ((hash ^ BigInt(byte)) * FNV_PRIME) & SIXTY_FOUR_BITS;
  }
  return hash.toString(36);
}

export const domainOf = (sourceDomain: string): string => sourceDomain.toLowerCase().replace(/^www\./, "");

/** `articles` are in order of time. Copies on one domain count once. */
export function storyOf(articles: readonly [StoryArticle, ...StoryArticle[]]) {
  const [hero] = articles;
  const sources = [...new Set(articles.map(({ sourceDomain }) => domainOf(sourceDomain)))];
  const articleIds = articles.map(({ id }) => id);
  return {
    clusterId: clusterId(articleIds),
    articleCount: articles.length,
    sourceCount: sources.length,
    sources,
    articleIds,
    heroId: hero.id,
    heroTitle: hero.title,
    heroUrl: hero.url,
    heroSource: hero.sourceName,
    firstSeenAt: hero.publishedAt,
  };
}

/** Days after which a day is closed: outlets still take a story up on the next day. */
const CLOSES_AFTER_DAYS = 2;
const FINAL_AT = "07:30";

/** An article published until then may still join a story of the day; afterwards the day is final. */
export const dayClosesAt = (day: string): Date => new Date(`${addDays(day, CLOSES_AFTER_DAYS)}T${FINAL_AT}:00Z`);

const WITHIN_REACH = Array.from({ length: CLOSES_AFTER_DAYS }, (_, index) => index + 1);

/** Days whose stories may have an article of this day, or whose articles may be in a story of it. */
export const daysBefore = (day: string): string[] => WITHIN_REACH.map((days) => addDays(day, -days));
export const daysAfter = (day: string): string[] => WITHIN_REACH.map((days) => addDays(day, days));
