import { crawlers } from "@/lib/catalogs/crawlers";
import { remember } from "@/lib/domain/basics/remember";
import { crawlerMatcher } from "@/lib/domain/agents/match-crawler";

const MAX_CACHED = 2000;
const LONGEST_CACHED = 512;
/** The cache takes no null. */
const NO_CRAWLER = "";

const match = crawlerMatcher(crawlers);
const cachedLabel = remember((userAgent: string) => match(userAgent) ?? NO_CRAWLER, MAX_CACHED);

/** The crawler that a User-Agent names; null for other clients. */
export const labelOf = (userAgent: string): string | null =>
  (userAgent.length > LONGEST_CACHED ? match(userAgent) : cachedLabel(userAgent)) || null;
