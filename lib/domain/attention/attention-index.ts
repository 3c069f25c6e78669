import { plural } from "../pages/format";
import { roundTo } from "../basics/arithmetic";

export interface AttentionCounts {
  id: string;
  /** Null where the news were not read. */
  news24h: number | null;
  /** Includes the last 24 hours. */
  news7d: number | null;
  /** Null where the repositories were not read. */
  trendingRepos: number | null;
  agentHits: number;
}

/** Null in every field for a provider of whom nothing was found. */
export interface AttentionScore {
  rawScore: number | null;
  /** 0 to 100, relative to the highest. */
  attentionScore: number | null;
  rank: number | null;
}

export const ATTENTION_WEIGHTS = { news24h: 4, news7d: 1, trendingRepo: 2, agentHit: 0.05 } as const;

/** The weights in hundredths, so that raw scores are integers. */
const HUNDREDTHS = { news24h: 400, news7d: 100, trendingRepo: 200, agentHit: 5 } as const;

/** What is unknown adds nothing. */
const rawHundredths = ({ news24h, news7d, trendingRepos, agentHits }: AttentionCounts): number =>
  HUNDREDTHS.news24h * (news24h ?? 0) +
  HUNDREDTHS.news7d * (news7d ?? 0) +
  HUNDREDTHS.trendingRepo * (trendingRepos ?? 0) +
  HUNDREDTHS.agentHit * agentHits;

/** Highest first, and null scores last; ties stay in their input order. */
export function attentionIndex<Entry extends AttentionCounts>(counts: readonly Entry[]): (Entry & AttentionScore)[] {
  const raws = counts.map((entry) => ({ entry, raw: rawHundredths(entry) }));
  const highest = Math.max(100, ...raws.map(({ raw }) => raw));
  return raws
    .toSorted((left, right) => right.raw - left.raw)
    .map(({ entry, raw }, position) =>
      raw === 0
        ? { ...entry, rawScore: null, attentionScore: null, rank: null }
        : { ...entry, rawScore: raw / 100, attentionScore: roundTo((raw / highest) * 100, 1), rank: position + 1 },
    );
}

interface Shown {
  news_24h: number | null;
  news_7d: number | null;
  trending_repos: number | null;
  agent_hits: number;
}

/** What was counted of a provider, and what could not be. */
export function attentionWords({ news_24h: day, news_7d: week, trending_repos: repositories, agent_hits: visits }: Shown): string {
  const counted = [
    day === null ? null : `${plural(day, "article")} in 24 h`,
    week === null ? null : `${plural(week, "article")} in 7 days`,
    repositories === null ? null : `${repositories} trending ${repositories === 1 ? "repository" : "repositories"}`,
    `${plural(visits, "visit")} by its crawlers in 24 h`,
  ].filter((part) => part !== null);
  const unread = [day === null || week === null ? "news" : null, repositories === null ? "repositories" : null].filter(
    (part) => part !== null,
  );
  const missing = unread.length === 0 ? "" : ` Not counted, since they were not read: ${unread.join(" and ")}.`;
  return `${counted.join(", ")}.${missing}`;
}
