import { roundTo } from "../basics/arithmetic";

export interface AttentionCounts {
  id: string;
  news24h: number;
  /** Includes the last 24 hours. */
  news7d: number;
  /** Null where the repositories were not read: then they add nothing to the score. */
  trendingRepos: number | null;
  agentHits: number;
}

export interface AttentionScore {
  rawScore: number;
  /** 0 to 100, relative to the highest. */
  attentionScore: number;
  rank: number;
}

export const ATTENTION_WEIGHTS = { news24h: 4, news7d: 1, trendingRepo: 2, agentHit: 0.05 } as const;

/** The weights in hundredths, so that raw scores are integers. */
const HUNDREDTHS = { news24h: 400, news7d: 100, trendingRepo: 200, agentHit: 5 } as const;

const rawHundredths = ({ news24h, news7d, trendingRepos, agentHits }: AttentionCounts): number =>
  HUNDREDTHS.news24h * news24h +
  HUNDREDTHS.news7d * news7d +
  HUNDREDTHS.trendingRepo * (trendingRepos ?? 0) +
  HUNDREDTHS.agentHit * agentHits;

/** Highest first; ties keep their input order. */
export function attentionIndex<Entry extends AttentionCounts>(counts: readonly Entry[]): (Entry & AttentionScore)[] {
  const raws = counts.map((entry) => ({ entry, raw: rawHundredths(entry) }));
  const highest = Math.max(100, ...raws.map(({ raw }) => raw));
  return raws
    .toSorted((left, right) => right.raw - left.raw)
    .map(({ entry, raw }, position) => ({
      ...entry,
      rawScore: raw / 100,
      attentionScore: roundTo((raw / highest) * 100, 1),
      rank: position + 1,
    }));
}
