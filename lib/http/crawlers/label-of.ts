import { crawlers } from "@/lib/catalogs/crawlers";
import { crawlerMatcher } from "@/lib/domain/agents/match-crawler";

const match = crawlerMatcher(crawlers);

const GENERATION_SIZE = 1000;
const LONGEST_CACHED = 512;

let current = new Map<string, string | null>();
let previous = new Map<string, string | null>();

/** Two generations bound the cache without a write on every hit. */
export function labelOf(userAgent: string): string | null {
  const cached = current.get(userAgent);
  if (cached !== undefined) return cached;
  const label = previous.get(userAgent) ?? match(userAgent);
  if (userAgent.length > LONGEST_CACHED) return label;
  if (current.size >= GENERATION_SIZE) {
    previous = current;
    current = new Map();
  }
  current.set(userAgent, label);
  return label;
}
