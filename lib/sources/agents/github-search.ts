import { z } from "zod";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import type { StarredRepository } from "@/lib/domain/agents/trending-agents";
import { SourceError, type FreshReading, type SourceHttp } from "../http/source";
import { parseJson } from "../parse-json";

const API = "https://api.github.com/search/repositories";
const PER_PAGE = 100;
/** Raw as GitHub sent it: answers sanitize it under the rules of the day. */
const DESCRIPTION_LIMIT = 350;
const TOPICS_LIMIT = 20;

export interface TrendingSearch {
  id: string;
  topic: string;
  /** True: only recently created repositories. A rising one is not yet among the most starred. */
  isYoung: boolean;
}

const allAges = (topic: string): TrendingSearch => ({ id: topic, topic, isYoung: false });
const youngOnly = (topic: string): TrendingSearch => ({ id: `young-${topic}`, topic, isYoung: true });

/** Ten searches: GitHub's limit per minute without a token. */
export const TRENDING_SEARCHES: readonly TrendingSearch[] = [
  ...["llm", "ai-agents", "generative-ai", "artificial-intelligence", "machine-learning", "mcp", "openai"].map(allAges),
  ...["ai", "llm", "claude"].map(youngOnly),
];

export interface SearchReading {
  repositories: StarredRepository[];
  /** GitHub's search timed out and returned only part of the results. */
  isIncomplete: boolean;
  /** Searches left in the current rate-limit window; null when the header is missing. */
  remaining: number | null;
}

type SearchPage = Omit<SearchReading, "remaining">;

const Repository = z.object({
  id: z.int().positive(),
  full_name: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
  description: z.string().nullish(),
  language: z.string().max(60).nullish(),
  topics: z.array(z.string()).nullish(),
  stargazers_count: z.int().min(0),
  created_at: z.iso.datetime({ offset: true }).nullish().catch(null),
  fork: z.boolean().nullish(),
  archived: z.boolean().nullish(),
  private: z.boolean().nullish(),
});

const Page = z.object({ incomplete_results: z.boolean().default(false), items: z.array(z.unknown()).max(1000) });

function toRepository({
  id,
  full_name: fullName,
  description,
  language,
  topics,
  stargazers_count: stars,
  created_at: createdAt,
}: z.output<typeof Repository>): StarredRepository {
  const name = fullName.slice(fullName.indexOf("/") + 1);
  const text = (description ?? "").slice(0, DESCRIPTION_LIMIT).trim();
  return {
    id,
    fullName: sanitizeLabel(fullName),
    name: sanitizeLabel(name),
    description: text || null,
    url: `https://github.com/${fullName}`,
    language: language ? sanitizeLabel(language) : null,
    topics: (topics ?? []).filter((topic) => /^[a-z0-9-]{1,50}$/.test(topic)).slice(0, TOPICS_LIMIT),
    stars,
    createdAt: createdAt ? new Date(createdAt) : null,
  };
}

/** Skips invalid entries. Throws when no entry is valid. */
export function parseSearch(bytes: Uint8Array): SearchPage {
  const page = parseJson(bytes, Page);
  const parsed = page.items.flatMap((item) => Repository.safeParse(item).data ?? []);
  if (page.items.length > 0 && parsed.length === 0) throw new SourceError("not_expected", "no entry is a repository");
  const own = parsed.filter((repository) => !repository.fork && !repository.archived && !repository.private);
  return { repositories: own.map(toRepository), isIncomplete: page.incomplete_results };
}

const remainingOf = ({ headers }: FreshReading): number | null => {
  const value = headers.get("x-ratelimit-remaining");
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : null;
};

const YOUNG_MONTHS = 3;

/** The first of a month, so that the URL stays the same all month. */
const youngSince = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - YOUNG_MONTHS, 1)).toISOString().slice(0, 10);

export function searchUrl({ topic, isYoung }: TrendingSearch, now: Date): string {
  const query = `topic:${topic}${isYoung ? ` created:>=${youngSince(now)}` : ""}`;
  return `${API}?${new URLSearchParams({ q: query, sort: "stars", order: "desc", per_page: String(PER_PAGE) })}`;
}

export interface SearchSetup {
  http: SourceHttp;
  now: Date;
  token: string | undefined;
  parse(bytes: Uint8Array): Promise<SearchPage> | SearchPage;
}

export async function readSearch(search: TrendingSearch, { http, now, token, parse }: SearchSetup): Promise<SearchReading> {
  const reading = await http.get({
    source: `trending/github-${search.id}`,
    url: searchUrl(search, now),
    headers: {
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    isConditional: false,
    acceptStatuses: [403],
  });
  if (reading.kind === "unchanged") throw new SourceError("not_expected", "unchanged, though nothing was compared");
  if (reading.status === 403) {
    const isLimit = remainingOf(reading) === 0 || reading.headers.has("retry-after");
    throw new SourceError(isLimit ? "rate_limited" : "http", isLimit ? "GitHub's search limit is used up" : "api.github.com: HTTP 403", {
      status: 403,
    });
  }
  return { ...(await parse(reading.bytes)), remaining: remainingOf(reading) };
}
