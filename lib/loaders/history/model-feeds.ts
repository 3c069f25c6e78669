import type { Db } from "@/db/client";
import { priceSources } from "@/lib/catalogs/price-sources";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { dateOfDay, utcDay } from "@/lib/domain/basics/date-range";
import { compareText } from "@/lib/domain/basics/text";
import { changePages, type ModelFeed } from "@/lib/domain/history/changes/change-pages";
import { priceChangeWords, priceWords } from "@/lib/domain/history/changes/change-words";
import type { CourseMove } from "@/lib/domain/history/courses/price-move";
import { modelLabel } from "@/lib/domain/models/model-label";
import type { ArchivedModel } from "@/lib/schemas/history/archived-model";
import { archivedModels, readArchive, type Archived } from "./archive";
import { capturedDaysIn } from "./captured-days";
import { FEED_ITEMS, type FeedEntry } from "./change-feed";
import { rankedMoves } from "./movers";
import { sourceNamed } from "./to-change-event";

/** The window of a feed that is read now and then. */
const FEED_DAYS = 90;

interface Place {
  baseUrl: string;
  /** When the prices of a captured day were read. */
  timeOf(date: string): string;
}

function moveEntry({ course, before, to, source, changedOn }: CourseMove, { baseUrl, timeOf }: Place): FeedEntry {
  const { providerId, modelId, name } = course;
  const date = dateOfDay(changedOn);
  return {
    id: `move/${providerId}/${modelId.toLowerCase()}/${date}`,
    kind: "price_changed",
    dataset: "models",
    title: `Price of ${modelLabel(name)} of ${providerName(providerId)}: ${priceChangeWords(before, to)}`,
    at: timeOf(date),
    url: `${baseUrl}${changePages.model(providerId, modelId)}`,
    source: sourceNamed(priceSources, source),
  };
}

const WHY: Readonly<Record<ArchivedModel["why"], string>> = {
  retired: "was retired",
  unlisted: "is no longer in its seller's own list",
  not_listed: "is no longer listed",
};

/** An entry has a day; a model of which nobody knows since when it is gone makes none. */
function archiveEntries({ providerId, entry }: Archived, { baseUrl, timeOf }: Place): FeedEntry[] {
  const { model, model_id: id, provider, why, gone_since: date, last_price: price, successor, source } = entry;
  if (date === null) return [];
  const last = price === null ? "" : `, last price ${priceWords(price)}`;
  const instead =
    successor === null || successor.models.length === 0
      ? ""
      : `; ${providerName(successor.named_by)} names ${successor.models.join(", ")} instead`;
  return [
    {
      id: `archive/${id.toLowerCase()}/${date}`,
      kind: "model_removed",
      dataset: "models",
      title: `${model} of ${provider} ${WHY[why]}${last}${instead}`,
      at: timeOf(date),
      url: `${baseUrl}${changePages.provider(providerId)}`,
      source: sourceNamed(priceSources, source),
    },
  ];
}

const newestFirst = (left: FeedEntry, right: FeedEntry): number => compareText(right.at, left.at) || compareText(left.id, right.id);

/** The entries of a feed about all models, the newest first: makers' own, and what most sellers did. */
export async function modelFeedEntries(db: Db, feed: ModelFeed, { now, baseUrl }: { now: Date; baseUrl: string }): Promise<FeedEntry[]> {
  const captured = new Map(
    (await capturedDaysIn(db, "pricing", { from: "0001-01-01", to: utcDay(now) })).map((day) => [day.date, day.capturedAt]),
  );
  const place: Place = { baseUrl, timeOf: (date) => (captured.get(date) ?? new Date(`${date}T00:00:00Z`)).toISOString() };
  const entries =
    feed === "archive"
      ? archivedModels((await readArchive(db, utcDay(now))).models, { hasHosts: false }).flatMap((one) => archiveEntries(one, place))
      : ((await rankedMoves(db, { days: FEED_DAYS, hasHosts: false, order: "change" }, now))?.shown ?? []).map(({ lead }) =>
          moveEntry(lead, place),
        );
  return entries.toSorted(newestFirst).slice(0, FEED_ITEMS);
}
