import { expect, test } from "vitest";
import { operatorTasks, type KnownState } from "@/lib/http/operator/operator-tasks";
import type { DatasetFreshness } from "@/lib/loaders/freshness/freshness";

const now = new Date("2026-05-01T12:00:00Z");

const WELL: KnownState = {
  isReachable: true,
  isStorageLow: false,
  ledger: { faults: [] },
  disputes: 0,
  lowSettler: null,
  clock: { reason: null, closed_early: [] },
  missingForSale: [],
  isNameless: false,
  datasets: [],
  sources: [],
  runningSeconds: 30 * 86_400,
};

const tasks = (state: Partial<KnownState>): string[] => operatorTasks({ ...WELL, ...state }, now);

type Run = { status: "done" | "failed" | "running"; minutesAgo: number; counts: Record<string, number> | null };

/** News that are promised within half an hour and read every ten minutes. */
function staleNews({ minutesAgo, ...run }: Run, ageMinutes: number): DatasetFreshness {
  const startedAt = new Date(now.getTime() - minutesAgo * 60_000);
  return {
    dataset: "news",
    title: "AI news",
    capturedAt: new Date(now.getTime() - ageMinutes * 60_000),
    ageSeconds: ageMinutes * 60,
    slaSeconds: 1800,
    isStale: true,
    isShipped: false,
    vainAttempts: null,
    sourcesTotal: 100,
    sourcesRead: 0,
    sourcesUnreadable: 0,
    cadenceSeconds: 600,
    lastRun: { job: "refresh-news", slot: startedAt, owner: "test", startedAt, finishedAt: startedAt, error: null, ...run },
  };
}

test("nothing is to be done while all is well, or while sources alone are away", () => {
  expect(tasks({})).toEqual([]);
  const away: Run = { status: "failed", minutesAgo: 5, counts: { read: 0, failed: 100 } };
  expect(tasks({ datasets: [staleNews(away, 40)] })).toEqual([]);
  expect(tasks({ datasets: [staleNews(away, 61)] })).toEqual([expect.stringContaining("twice as long as promised")]);
});

test("a job that does not run, or that fails by itself, is to be looked after", () => {
  expect(tasks({ datasets: [staleNews({ status: "done", minutesAgo: 25, counts: {} }, 40)] })).toEqual([
    expect.stringMatching(/refresh-news does not run .*\/api\/cron\/refresh-news/),
  ]);
  expect(tasks({ datasets: [staleNews({ status: "failed", minutesAgo: 5, counts: null }, 40)] })).toEqual([
    expect.stringContaining("the job refresh-news failed"),
  ]);
});

test("nothing is said of a job before it has had two cadences since this process began, nor while it runs", () => {
  const paused: Run = { status: "done", minutesAgo: 7 * 24 * 60, counts: {} };
  expect(tasks({ datasets: [staleNews(paused, 7 * 24 * 60)], runningSeconds: 1200 })).toEqual([]);
  expect(tasks({ datasets: [staleNews(paused, 7 * 24 * 60)], runningSeconds: 1201 })).toHaveLength(1);
  const never = { ...staleNews(paused, 0), lastRun: null, capturedAt: null, ageSeconds: null };
  expect(tasks({ datasets: [never], runningSeconds: 5 })).toEqual([]);
  expect(tasks({ datasets: [never], runningSeconds: 1201 })).toEqual([expect.stringContaining("refresh-news does not run")]);
  expect(tasks({ datasets: [staleNews({ status: "running", minutesAgo: 1, counts: null }, 600)] })).toEqual([]);
});

test("what was never read or never made is not called late", () => {
  const tried = { ...staleNews({ status: "failed", minutesAgo: 5, counts: { read: 0 } }, 0), capturedAt: null, ageSeconds: null };
  const vainAttempts = { count: 3, since: "2026-05-01T11:30:00.000Z", fault: "http" };
  const words = "never read, tried 3 times since 1 May 2026, 11:30 UTC: http";
  expect(tasks({ datasets: [{ ...tried, vainAttempts }] })).toEqual([`AI news: ${words}. See failingSources.`]);
  const shipped = { ...tried, ageSeconds: 18 * 86_400, isShipped: true, vainAttempts };
  expect(tasks({ datasets: [shipped] })).toEqual([`AI news: 18 d old, as shipped; ${words}. See failingSources.`]);
  expect(tasks({ datasets: [{ ...tried, sourcesTotal: 0 }] })).toEqual([expect.stringContaining("never made")]);
});

test("a machine without a network has one task, whatever the number of datasets", () => {
  const away: Run = { status: "failed", minutesAgo: 5, counts: { read: 0 } };
  const datasets = [staleNews(away, 61), { ...staleNews(away, 61), dataset: "models" as const }];
  const source = (id: string, lastFault: string | null) => ({ id: `news/${id}`, dataset: "news" as const, lastAttemptAt: now, lastFault });
  const sources = [source("one", "network"), source("two", "timeout")];
  expect(tasks({ datasets, sources })).toEqual([expect.stringMatching(/^This machine reaches no source .* served and marked stale\.$/)]);
  expect(tasks({ datasets, sources: [...sources, source("three", null)] })).toHaveLength(2);
  expect(tasks({ sources })).toEqual([]);
  expect(tasks({ datasets, sources: [...sources, source("four", "breaker_open")] })).toHaveLength(1);
  const vainAttempts = { count: 2, since: "2026-05-01T11:30:00.000Z", fault: "timeout" };
  expect(tasks({ datasets: [{ ...staleNews(away, 61), vainAttempts }], sources })).toEqual([
    expect.stringContaining("DNS or proxy), tried 2 times since 1 May 2026, 11:30 UTC: timeout. To look around"),
  ]);
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000);
  const beforeStart = { ...source("five", null), lastAttemptAt: weekAgo };
  expect(tasks({ datasets, sources: [...sources, beforeStart], runningSeconds: 60 })).toHaveLength(1);
  expect(tasks({ datasets, sources: [beforeStart], runningSeconds: 60 })).toEqual([]);
  const readYesterday = { id: "kev/cisa", dataset: "kev" as const, lastAttemptAt: now, lastFault: null };
  expect(tasks({ datasets, sources: [...sources, readYesterday] })).toHaveLength(1);
});

test.each<[Partial<KnownState>, RegExp]>([
  [{ isReachable: false }, /database cannot be asked/],
  [{ isStorageLow: true }, /nearly full/],
  [{ ledger: { faults: ["account 7"] } }, /^The ledger does not balance/],
  [{ disputes: 1 }, /disputes/],
  [{ isNameless: true }, /^Set PUBLIC_BASE_URL: /],
  [{ missingForSale: ["PUBLIC_BASE_URL"] }, /^Nothing is sold before PUBLIC_BASE_URL is set\.$/],
  [{ missingForSale: ["OPERATOR_CONTACT", "OPERATOR_SOCIAL_URL"] }, /before OPERATOR_CONTACT, OPERATOR_SOCIAL_URL are set\.$/],
  [{ clock: { reason: "ahead by 60 s", closed_early: [] } }, /^Set the clock: ahead by 60 s/],
  [{ clock: { reason: null, closed_early: ["2026-04-30"] } }, /doctor -- repair/],
])("%j is one task", (state, words) => {
  expect(tasks(state)).toEqual([expect.stringMatching(words)]);
});
