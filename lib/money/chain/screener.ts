import { env, type Env } from "@/lib/config/env";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { boundedFetch, type RawResponse } from "./bounded-fetch";
import { readSanctionsList } from "./sanctions-list";

const CHAINALYSIS_URL = "https://public.chainalysis.com";
const BOUNDS = { timeoutMs: 8000, maxBytes: 256 * 1024 };
const CLEAR_FOR_MS = 120_000;
const MAX_CACHED = 10_000;

/** `unavailable` is not `blocked`. A screening service without an answer proves nothing about the wallet. */
type Verdict = "clear" | "blocked" | "unavailable";

export interface Screener {
  screen(wallet: string): Promise<Verdict>;
}

export interface ScreenerSettings {
  /** Lower case. */
  list: ReadonlySet<string>;
  chainalysis: { apiKey: string; url?: string; timeoutMs?: number } | null;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

const ChainalysisAnswer = z.object({ identifications: z.array(z.unknown()).max(1000) });

function verdictOfAnswer({ status, text }: RawResponse): Verdict {
  if (status === 404) return "clear";
  if (status !== 200) return "unavailable";
  try {
    return ChainalysisAnswer.parse(JSON.parse(text)).identifications.length === 0 ? "clear" : "blocked";
  } catch {
    return "unavailable";
  }
}

async function askChainalysis(wallet: string, { apiKey, url, timeoutMs }: NonNullable<ScreenerSettings["chainalysis"]>): Promise<Verdict> {
  const address = `${url ?? CHAINALYSIS_URL}/api/v1/address/${wallet}`;
  const request = { headers: { "x-api-key": apiKey, accept: "application/json" } };
  return boundedFetch(address, request, { ...BOUNDS, timeoutMs: timeoutMs ?? BOUNDS.timeoutMs }).then(
    verdictOfAnswer,
    () => "unavailable" as const,
  );
}

export function createScreener({ list, chainalysis, now = () => performance.now() }: ScreenerSettings): Screener {
  const clearSince = new LRUCache<string, number>({ max: MAX_CACHED });
  const isCachedClear = (wallet: string) => now() - (clearSince.get(wallet) ?? Number.NEGATIVE_INFINITY) < CLEAR_FOR_MS;
  return {
    async screen(address) {
      const wallet = address.toLowerCase();
      if (!/^0x[0-9a-f]{40}$/.test(wallet)) return "unavailable";
      if (list.has(wallet)) return "blocked";
      if (!chainalysis || isCachedClear(wallet)) return "clear";
      const verdict = await askChainalysis(wallet, chainalysis);
      if (verdict === "clear") clearSince.set(wallet, now());
      return verdict;
    },
  };
}

export function screenerOf(values: Env): Screener {
  return createScreener({
    list: values.SANCTIONS_LIST_FILE ? readSanctionsList(values.SANCTIONS_LIST_FILE) : new Set(),
    chainalysis: values.CHAINALYSIS_API_KEY ? { apiKey: values.CHAINALYSIS_API_KEY } : null,
  });
}

let configured: Screener | undefined;

/** Called during startup too, so that a malformed sanctions list stops the process. */
export function configuredScreener(): Screener {
  configured ??= screenerOf(env());
  return configured;
}
