import { z } from "zod";
import type { Db } from "@/db/client";
import { listArticlesBetween } from "@/db/queries/news/news";
import { listRetirementChangesIn } from "@/db/queries/history/change-events";
import { listLastPriceSnapshots } from "@/db/queries/history/listing-differences";
import { listIncidentsIn } from "@/db/queries/status/status";
import { statusPages } from "@/lib/catalogs/status-pages";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { baselineOf } from "@/lib/domain/history/pricing-changes";
import { retirementLine } from "@/lib/domain/history/changes/retirement-line";
import { countStates, listServices } from "@/lib/domain/status/status-list";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { NO_ENTRIES, pricingNewsSince } from "@/lib/loaders/history/pricing-since";
import { statusServices } from "@/lib/loaders/status/provider-states";
import { inputTimes } from "@/lib/loaders/freshness/recent-capture";
import { toIncidents } from "@/lib/loaders/status/to-incident";
import { oncePerVersion } from "@/lib/loaders/freshness/once-per-version";
import { toNewsArticle, type NewsArticle } from "@/lib/schemas/news";
import { integerParam } from "@/lib/schemas/params";
import type { Incident } from "@/lib/schemas/status";
import { WhatsNew } from "@/lib/schemas/history/whats-new";
import { DAY_MS } from "@/lib/domain/basics/time";

const MOST_INCIDENTS = 500;
const MOST_RETIREMENTS = 200;

interface Window {
  from: Date;
  to: Date;
}

async function pricingIn(db: Db, { from, to }: Window): Promise<{ pricing: WhatsNew["pricing"]; notes: string[] }> {
  const baseline = baselineOf(await listLastPriceSnapshots(db, utcDay(from)), from);
  const entries = baseline ? await pricingNewsSince(db, baseline.date, utcDay(to)) : NO_ENTRIES;
  const pricing = { baseline: baseline && { date: baseline.date, taken_at: baseline.takenAt.toISOString() }, ...entries };
  return { pricing, notes: notesOn(baseline, from) };
}

function notesOn(baseline: { date: string; takenAt: Date } | null, from: Date): string[] {
  const day = utcDay(from);
  if (!baseline) return [`No prices were captured up to ${day}: changes, new and removed models are unknown, not none.`];
  const { date, takenAt } = baseline;
  if (takenAt > from) {
    return [
      `The prices to compare with were captured at ${takenAt.toISOString()}, after the window began; what changed before is unknown.`,
    ];
  }
  return date < addDays(day, -1)
    ? [`No prices were captured between ${date} and the start of the window: changes in between are listed, too.`]
    : [];
}

/** Without a baseline nothing is known, which is not the same as that nothing changed. */
const countsOf = ({ baseline, changes, new_models: added, removed_models: removed }: WhatsNew["pricing"]) => ({
  total_pricing_changes: baseline && new Set(changes.map((change) => change.model_id)).size,
  new_models: baseline && added.length,
  removed_models: baseline && removed.length,
});

/** None of what was never read is unknown, not none. */
const countOf = ({ length }: readonly unknown[], readAt: string | null) => (length === 0 && readAt === null ? null : length);

const toEntry = ({ startedAt, resolvedAt, durationMinutes, ...incident }: Incident) => ({
  ...incident,
  started_at: startedAt,
  resolved_at: resolvedAt,
  duration_minutes: durationMinutes,
});

const loadCounts = oncePerVersion(["provider_status"], async (db) =>
  countStates(listServices(statusPages, [...(await statusServices(db)).values()]).map(({ now }) => now?.state ?? "unknown")),
);

async function statusIn(db: Db, { from, to }: Window): Promise<{ status: WhatsNew["status"]; notes: string[] }> {
  const [incidents, { operational, degraded, down, unknown }] = await Promise.all([
    listIncidentsIn(db, from, to, MOST_INCIDENTS),
    loadCounts(db),
  ]);
  const status = {
    incidents: (await toIncidents(db, incidents)).map(toEntry),
    currently_operational: operational,
    currently_degraded: degraded,
    currently_down: down,
    currently_unknown: unknown,
  };
  return {
    status,
    notes: incidents.length < MOST_INCIDENTS ? [] : [`There were more incidents than the ${MOST_INCIDENTS} that are listed.`],
  };
}

const toNews = ({ title, url, source, sourceDomain, publishedAt, snippet, categories }: NewsArticle) => ({
  title,
  url,
  source,
  source_domain: sourceDomain,
  published_at: publishedAt,
  snippet,
  categories,
});

export const whatsNew = defineEndpoint({
  method: "GET",
  path: "/api/premium/whats-new",
  tag: "News",
  summary: "What's new: changed prices, new models, incidents and news of the last days in one answer",
  description:
    "Compares makers' listings now with the daily snapshot that stood when the window began (`pricing.baseline`); a model whose id was changed is the same model. `retirements` lists ends of models that were announced or moved. Without such a snapshot nothing is called new, and the answer is charged only if it carries news or incidents.",
  access: premium(1),
  reads: ["models", "provider_status", "news", "history"],
  maxAgeSeconds: 0,
  query: z.object({
    days: integerParam(1, 7).default(1).describe("Length of the window, counted back from now, in days of 24 hours"),
    news_limit: integerParam(1, 25).default(10).describe("Number of articles, the newest first"),
  }),
  response: WhatsNew,
  isEmpty: ({ pricing, status, news }) => pricing.baseline === null && status.incidents.length === 0 && news.length === 0,
  example: { query: { days: "7" } },
}).handle(async ({ query: { days, news_limit: newsLimit }, db, now }) => {
  const window = { from: new Date(now.getTime() - days * DAY_MS), to: now };
  const [{ pricing, ...priced }, { status, ...watched }, ends, articles] = await Promise.all([
    pricingIn(db, window),
    statusIn(db, window),
    listRetirementChangesIn(db, window.from, window.to, MOST_RETIREMENTS),
    listArticlesBetween(db, window.from, window.to, newsLimit),
  ]);
  const { pricing: pricingAt, status: statusAt, news: newsAt } = await inputTimes(db, now);
  const news = articles.map((article) => toNews(toNewsArticle(article)));
  return {
    computed_at: now.toISOString(),
    window: { from: window.from.toISOString(), to: now.toISOString(), days },
    summary: {
      ...countsOf(pricing),
      incidents: countOf(status.incidents, statusAt),
      news_articles: countOf(news, newsAt),
    },
    pricing,
    retirements: ends.flatMap(retirementLine),
    status,
    news,
    data_freshness: { pricing: pricingAt, status: statusAt, news: newsAt },
    notes: [...priced.notes, ...watched.notes],
  };
});
