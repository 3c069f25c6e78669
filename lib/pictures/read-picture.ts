import type { Db } from "@/db/client";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { pricesAsOf } from "@/lib/catalogs/price-sources";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { changePages } from "@/lib/domain/history/changes/change-pages";
import { modelLabel } from "@/lib/domain/models/model-label";
import { ApiError } from "@/lib/errors";
import { requireShortRange } from "@/lib/http/require-date-range";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";
import { readPriceHistory } from "@/lib/loaders/history/model-history";
import { abilityMap } from "@/lib/loaders/models/ability-map";
import { listingsOf } from "@/lib/loaders/models/all-listings";
import { mapPicture } from "./map-picture";
import type { Picture, PictureSource } from "./picture";
import { pricePicture } from "./price-picture";

/** What a handler is told of the moment and of this site. */
interface Told {
  db: Db;
  now: Date;
  baseUrl: string;
  siteName: string;
}

const MAP_PAGE = "/models/map";
const DAYS = 7;

async function sourceOf({ db, now, baseUrl, siteName }: Told, page: string): Promise<PictureSource> {
  const captured = await recentCapture(db, "models", now);
  return { siteName, href: `${baseUrl}${page}`, day: captured ? utcDay(captured) : pricesAsOf, isSample: preparedStore().isSample };
}

export async function readMapPicture(told: Told): Promise<Picture> {
  return mapPicture(await abilityMap(told.db, told.now), await sourceOf(told, MAP_PAGE), told.baseUrl);
}

/** The newest captured days. Until the snapshot of today is taken they end yesterday, so that a day more is read. */
async function courseOf({ db, now }: Told, key: string) {
  const { from, to, days } = requireShortRange({}, DAYS + 1, now);
  const { points } = await readPriceHistory(db, key, { from, to, days });
  const range = points.at(-1)?.date === to ? { from: addDays(from, 1), to, days: DAYS } : { from, to: addDays(to, -1), days: DAYS };
  return { range, points: points.filter(({ date }) => date >= range.from) };
}

export async function readPricePicture(told: Told, { provider, model: id }: { provider: string; model: string }): Promise<Picture> {
  const listing = (await listingsOf(told.db, provider)).find(({ modelId }) => modelId.toLowerCase() === id.toLowerCase());
  if (!listing) throw new ApiError("model_not_found", "This provider lists no model of this id.");
  const { providerId, modelId, name, inputPrice: input, outputPrice: output } = listing;
  const { points, range } = await courseOf(told, `${providerId}/${modelId}`);
  const source = await sourceOf(told, changePages.model(providerId, modelId));
  return pricePicture({ name: modelLabel(name), provider: providerName(providerId), input, output, points, range }, source);
}
