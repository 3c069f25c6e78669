import { DAY_SECONDS } from "@/lib/domain/basics/time";

/** A dataset: the job that writes it, how often, and from what age answers from it count as stale. */
export interface Dataset {
  title: string;
  /** Job that writes it; null for a catalog shipped with the release. */
  job: string | null;
  /** Null where age has no meaning: editorial catalogs, dated history. */
  slaSeconds: number | null;
  /** Expected seconds between readings, for freshness fields; null for editorial catalogs. */
  cadenceSeconds: number | null;
}

const MINUTE = 60;
const HOUR = 3600;

export const datasets = {
  news: { title: "AI news", job: "refresh-news", slaSeconds: 30 * MINUTE, cadenceSeconds: 10 * MINUTE },
  news_clusters: { title: "Verified news", job: "cluster-news", slaSeconds: null, cadenceSeconds: HOUR },
  provider_status: { title: "Provider status", job: "poll-status", slaSeconds: 10 * MINUTE, cadenceSeconds: 2 * MINUTE },
  models: { title: "Models and prices", job: "refresh-pricing", slaSeconds: DAY_SECONDS, cadenceSeconds: 6 * HOUR },
  retirements: { title: "Retirements of models", job: "refresh-retirements", slaSeconds: 2 * DAY_SECONDS, cadenceSeconds: DAY_SECONDS },
  benchmarks: { title: "Benchmark scores", job: "refresh-benchmarks", slaSeconds: 14 * DAY_SECONDS, cadenceSeconds: 7 * DAY_SECONDS },
  probe: { title: "Endpoint probe", job: "probe-endpoints", slaSeconds: HOUR, cadenceSeconds: 15 * MINUTE },
  gpu_prices: { title: "GPU prices", job: "refresh-gpu-prices", slaSeconds: DAY_SECONDS, cadenceSeconds: 4 * HOUR },
  kev: { title: "Known exploited vulnerabilities", job: "refresh-kev", slaSeconds: 36 * HOUR, cadenceSeconds: DAY_SECONDS },
  epss: { title: "Exploit prediction scores", job: "refresh-epss", slaSeconds: 36 * HOUR, cadenceSeconds: DAY_SECONDS },
  trending: { title: "Trending repositories", job: "refresh-trending", slaSeconds: null, cadenceSeconds: HOUR },
  attention: { title: "Attention index", job: "capture-snapshots", slaSeconds: 36 * HOUR, cadenceSeconds: DAY_SECONDS },
  history: { title: "Daily history", job: "capture-snapshots", slaSeconds: null, cadenceSeconds: DAY_SECONDS },
  price_book: { title: "Price book", job: "write-price-book", slaSeconds: null, cadenceSeconds: 10 * MINUTE },
  changes: { title: "Changes", job: "list-changes", slaSeconds: 10 * MINUTE, cadenceSeconds: MINUTE },
  crawler_activity: { title: "Crawler activity", job: null, slaSeconds: null, cadenceSeconds: null },
  harnesses: { title: "Coding harnesses", job: null, slaSeconds: null, cadenceSeconds: null },
  embeddings: { title: "Embedding models", job: null, slaSeconds: null, cadenceSeconds: null },
  multimodal: { title: "Multimodal models", job: null, slaSeconds: null, cadenceSeconds: null },
  vector_dbs: { title: "Vector databases", job: null, slaSeconds: null, cadenceSeconds: null },
  agents_directory: { title: "Agent directory", job: null, slaSeconds: null, cadenceSeconds: null },
} as const satisfies Record<string, Dataset>;

export type DatasetName = keyof typeof datasets;

export const datasetNames = Object.keys(datasets) as DatasetName[];
