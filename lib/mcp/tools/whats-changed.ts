import { z } from "zod";
import { CHANGE_DATASETS } from "@/lib/domain/history/changes/change-event";
import { MODEL_FEED_NAMES } from "@/lib/domain/history/changes/change-pages";
import { changes } from "@/lib/endpoints/changes";
import { archive } from "@/lib/endpoints/models/archive";
import { movers } from "@/lib/endpoints/models/movers";
import { whatsNew } from "@/lib/endpoints/premium/whats-new";
import { defineTool, of, own, typesOf, type Ask, type Found, type Row, type Values } from "../tool";

/** The API lists the oldest first, and a model wants the newest: so many answers are read to their end. */
const MOST_ANSWERS = 4;

async function listed({ provider, dataset }: Values, ask: Ask): Promise<{ rows: Row[]; isWhole: boolean }> {
  const rows: Row[] = [];
  let since: string | undefined;
  for (let count = 0; count < MOST_ANSWERS; count++) {
    const answer = await ask.call(changes, { query: { provider, dataset, since, limit: "500" } });
    rows.push(...answer.events);
    if (!answer.has_more) return { rows, isWhole: true };
    since = answer.next;
  }
  return { rows, isWhole: false };
}

function counted(rows: readonly Row[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of rows) counts.set(String(kind), (counts.get(String(kind)) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind.replaceAll("_", " ")}`).join(", ");
}

async function lastDay(values: Values, ask: Ask): Promise<Found> {
  const { rows, isWhole } = await listed(values, ask);
  return {
    summary:
      rows.length === 0
        ? "Nothing changed in the last 24 hours."
        : `${rows.length} changes in the last 24 hours, the newest first: ${counted(rows)}.`,
    rows: rows.toReversed(),
    columns: ["at", "kind", "provider", "title"],
    foreign: ["title", "details"],
    ...(isWhole ? {} : { notes: ["There are more changes; name a provider or a dataset."] }),
  };
}

async function lastDays({ days }: Values, ask: Ask): Promise<Found> {
  const { window, summary, pricing, status, news, notes } = await ask.call(whatsNew, { query: { days } });
  const rows: Row[] = [
    ...status.incidents.map(({ started_at: at, provider, title }) => ({ at, kind: "incident", provider, title })),
    ...pricing.new_models.map(({ model_id: title, provider }) => ({ at: null, kind: "new_model", provider, title })),
    ...pricing.removed_models.map(({ model_id: title, provider }) => ({ at: null, kind: "removed_model", provider, title })),
    ...pricing.changes.map(({ model_id: id, provider, field, from, to }) => ({
      at: null,
      kind: "price",
      provider,
      title: `${id} ${field}: ${from} to ${to}`,
    })),
    ...news.map(({ published_at: at, source: provider, title }) => ({ at, kind: "news", provider, title })),
  ];
  return {
    summary: `${window.from} to ${window.to}: ${summary.total_pricing_changes} price changes, ${summary.new_models} new and ${summary.removed_models} removed models, ${summary.incidents} incidents.`,
    rows,
    columns: ["at", "kind", "provider", "title"],
    foreign: ["title"],
    notes,
  };
}

const MOST_LISTED = "100";

async function largestMoves({ provider, days }: Values, ask: Ask): Promise<Found> {
  const { window, total, movers: rows, left_out: left, notes } = await ask.call(movers, { query: { provider, days, limit: MOST_LISTED } });
  const single = left.single_sellers > 0 ? [`${left.single_sellers} more models moved at single sellers only.`] : [];
  return {
    summary:
      window === null
        ? "No day was captured yet: nothing is known of any move."
        : `${window.from} to ${window.to}: the price of ${total} models moved, the largest change first; ${left.corrections} corrections of readings are left out.`,
    rows,
    columns: ["model_id", "from", "to", "change_pct", "changes", "volatility", "changed_on", "moved_by"],
    notes: [...single, ...notes],
  };
}

async function noLongerSold({ provider }: Values, ask: Ask): Promise<Found> {
  const { total, archive: rows, source_gaps: gaps, notes } = await ask.call(archive, { query: { provider, limit: MOST_LISTED } });
  const lost = gaps.reduce((sum, { listings }) => sum + listings, 0);
  return {
    summary: `${total} models are no longer sold, those that went last first${lost > 0 ? `; of ${lost} more listings a source lost sight` : ""}.`,
    rows: rows.map(({ successor, ...row }) => ({ ...row, successor: successor?.models.join(", ") || null })),
    columns: ["model_id", "gone_since", "why", "last_price", "first_seen", "last_seen", "successor", "still_sold_at"],
    notes,
  };
}

export const whatsChanged = defineTool({
  name: "whats_changed",
  title: "What changed",
  description: "Changes of 24 hours: prices, models, incidents, scores, CVEs; movers, archive.",
  charges: [whatsNew],
  takes: {
    provider: of(changes, "provider", "Only this"),
    dataset: own(
      z
        .enum([...CHANGE_DATASETS, ...MODEL_FEED_NAMES])
        .optional()
        .describe("Only this"),
    ),
    days: of(whatsNew, "days", "1 to 7 days", { isRequired: false, isPaid: true }),
  },
  row: typesOf(changes, ["events"], ["at", "kind", "provider", "title"]),
  answer(values, ask) {
    if (values.dataset === "movers") return largestMoves(values, ask);
    if (values.dataset === "archive") return noLongerSold(values, ask);
    return values.days === undefined ? lastDay(values, ask) : lastDays(values, ask);
  },
});
