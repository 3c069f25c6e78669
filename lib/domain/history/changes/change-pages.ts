import { fillPath } from "../../pages/fill-path";
import { CHANGE_DATASETS, type ChangeDataset } from "./change-event";
import type { FeedFormat } from "./feed-file";

const PROVIDER_PAGE = "/providers/[id]";
const CHANGES_PAGE = "/changes";

export const DATASET_PAGES: Readonly<Record<ChangeDataset, string>> = {
  models: "/models",
  provider_status: "/status",
  benchmarks: "/benchmarks",
  kev: "/security",
  retirements: "/models/retirements",
};

export const changePages = {
  provider: (id: string): string => fillPath(PROVIDER_PAGE, { id }),
  model: (provider: string, id: string): string => fillPath("/models/[provider]/[...id]", { provider, id }),
  benchmark: (id: string): string => fillPath("/benchmarks/[id]", { id }),
  vulnerability: (cve: string): string => fillPath("/security/[cve]", { cve }),
};

export const providerFeedPath = (id: string, format: FeedFormat): string => `/api/feeds/provider/${encodeURIComponent(id)}.${format}`;
export const datasetFeedPath = (dataset: ChangeDataset, format: FeedFormat): string => `/api/feeds/dataset/${dataset}.${format}`;

/** Feeds about all models, by their names in addresses, with what they list. */
export const MODEL_FEEDS = { movers: "Prices of models that changed", archive: "Models no longer sold" } as const;
export type ModelFeed = keyof typeof MODEL_FEEDS;
export const MODEL_FEED_NAMES = Object.keys(MODEL_FEEDS) as [ModelFeed, ...ModelFeed[]];
export const modelFeedPath = (name: ModelFeed, format: FeedFormat): string => `/api/feeds/models/${name}.${format}`;

interface PageFeed {
  /** The dataset whose changes it lists. Null for the feed of the page's own subject, and for one with a title. */
  dataset: ChangeDataset | null;
  title?: string;
  at(format: FeedFormat): string;
}

const feedOfDataset = (dataset: ChangeDataset): PageFeed => ({ dataset, at: (format) => datasetFeedPath(dataset, format) });

const feedsOfModels: readonly PageFeed[] = MODEL_FEED_NAMES.map((name) => ({
  dataset: null,
  title: MODEL_FEEDS[name],
  at: (format) => modelFeedPath(name, format),
}));

/**
 * The feeds of a page, by its declared path and the values in it. The page of all changes has those of
 * all datasets and models, others one or none.
 */
export function feedsOfPage(page: string, values: Readonly<Record<string, string>>): PageFeed[] {
  const { id } = values;
  if (page === PROVIDER_PAGE && id !== undefined) return [{ dataset: null, at: (format) => providerFeedPath(id, format) }];
  if (page === CHANGES_PAGE) return [...CHANGE_DATASETS.map(feedOfDataset), ...feedsOfModels];
  return CHANGE_DATASETS.filter((name) => DATASET_PAGES[name] === page).map(feedOfDataset);
}
