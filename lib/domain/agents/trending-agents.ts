import { compareText } from "../basics/text";
import type { ServiceState } from "../status/service-state";

export interface StarredRepository {
  id: number;
  fullName: string;
  name: string;
  description: string | null;
  url: string;
  language: string | null;
  topics: string[];
  stars: number;
  createdAt: Date | null;
}

export interface AgentSignals {
  name: string;
  state: ServiceState;
  /** Articles in the last 7 days that name the provider; null where that is not counted. */
  newsCount: number | null;
  /** Visits of the provider's crawlers in the last 24 hours. */
  crawlerHits: number;
  /** Blended price of the provider's flagship, USD per 1M tokens. */
  flagshipPrice: number | null;
}

const POINTS_OF_STATE: Readonly<Record<ServiceState, number>> = { operational: 10, degraded: 4, down: 0, unknown: 6 };
const MOST_NEWS = 20;
const MOST_HITS = 30;
const POINTS_PER_ARTICLE = 3;

export const trendingScore = ({ newsCount, crawlerHits, state }: Pick<AgentSignals, "newsCount" | "crawlerHits" | "state">): number =>
  Math.min(newsCount ?? 0, MOST_NEWS) * POINTS_PER_ARTICLE + Math.min(crawlerHits, MOST_HITS) + POINTS_OF_STATE[state];

export const AGENT_SORTS = ["trending", "alphabetical", "status", "price_low", "price_high", "news_count"] as const;
export type AgentSort = (typeof AGENT_SORTS)[number];

const STATE_ORDER: Readonly<Record<ServiceState, number>> = { operational: 0, degraded: 1, down: 2, unknown: 3 };

/** Unknown values sort last in either direction. */
const sortValue = (value: number | null, sign: 1 | -1): number => (value === null ? Infinity : sign * value);

const difference = (left: number, right: number): number => (left === right ? 0 : left - right);

const RANK: Readonly<Record<AgentSort, (agent: AgentSignals) => number>> = {
  trending: (agent) => -trendingScore(agent),
  alphabetical: () => 0,
  status: ({ state }) => STATE_ORDER[state],
  price_low: ({ flagshipPrice }) => sortValue(flagshipPrice, 1),
  price_high: ({ flagshipPrice }) => sortValue(flagshipPrice, -1),
  news_count: ({ newsCount }) => sortValue(newsCount, -1),
};

export const sortAgents = <Agent extends AgentSignals>(agents: readonly Agent[], sort: AgentSort): Agent[] =>
  agents.toSorted(
    (left, right) => difference(RANK[sort](left), RANK[sort](right)) || compareText(left.name.toLowerCase(), right.name.toLowerCase()),
  );
