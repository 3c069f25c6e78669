import { fillPath } from "../../pages/fill-path";
import type { ChangeDataset } from "./change-event";
import type { FeedFormat } from "./feed-file";

const PROVIDER_PAGE = "/providers/[id]";

/** The page that shows a dataset. */
export const DATASET_PAGES: Readonly<Record<ChangeDataset, string>> = {
  models: "/models",
  provider_status: "/status",
  benchmarks: "/benchmarks",
  kev: "/security",
};

/** Pages about what changed. */
export const changePages = {
  provider: (id: string): string => fillPath(PROVIDER_PAGE, { id }),
  model: (provider: string, id: string): string => fillPath("/models/[provider]/[...id]", { provider, id }),
  benchmark: (id: string): string => fillPath("/benchmarks/[id]", { id }),
  vulnerability: (cve: string): string => fillPath("/security/[cve]", { cve }),
};

export const providerFeedPath = (id: string, format: FeedFormat): string => `/api/feeds/provider/${encodeURIComponent(id)}.${format}`;
export const datasetFeedPath = (dataset: ChangeDataset, format: FeedFormat): string => `/api/feeds/dataset/${dataset}.${format}`;

/** The feed of a page, by its declared path and the values in it; null for a page without one. */
export function feedOfPage(page: string, values: Readonly<Record<string, string>>): ((format: FeedFormat) => string) | null {
  const { id } = values;
  if (page === PROVIDER_PAGE && id !== undefined) return (format) => providerFeedPath(id, format);
  const [dataset] = (Object.keys(DATASET_PAGES) as ChangeDataset[]).filter((name) => DATASET_PAGES[name] === page);
  return dataset ? (format) => datasetFeedPath(dataset, format) : null;
}
