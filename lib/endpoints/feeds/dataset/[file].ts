import { z } from "zod";
import { listDatasetChanges } from "@/db/queries/history/change-events";
import { datasets } from "@/lib/datasets";
import { CHANGE_DATASETS, type ChangeDataset } from "@/lib/domain/history/changes/change-event";
import { DATASET_PAGES, datasetFeedPath } from "@/lib/domain/history/changes/change-pages";
import { FEED_TYPES } from "@/lib/domain/history/changes/feed-file";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { FEED_ITEMS, writeChangeFeed } from "@/lib/loaders/history/change-feed";
import { toChangeEvent } from "@/lib/loaders/history/to-change-event";
import { feedFileParam, requireFeedFile } from "@/lib/schemas/history/feed-file";
import { UNKNOWN_NAME } from "@/lib/schemas/params";

const WHAT_CHANGES: Readonly<Record<ChangeDataset, string>> = {
  models: "Prices that changed, models that came and went.",
  provider_status: "Incidents of AI services: when they begin, change and end.",
  benchmarks: "New and corrected benchmark scores of models.",
  kev: "Vulnerabilities that CISA lists as exploited.",
  retirements: "Models whose end was announced at a host, and days that moved.",
};

const datasetNamed = (id: string): ChangeDataset | undefined => CHANGE_DATASETS.find((name) => name === id);

const file = feedFileParam({
  whose: `one of ${CHANGE_DATASETS.join(", ")}`,
  isKnown: (id) => datasetNamed(id) !== undefined,
  likeOf: () => ({ candidates: [...CHANGE_DATASETS] }),
});

export const datasetFeed = defineEndpoint({
  method: "GET",
  path: "/api/feeds/dataset/[file]",
  tag: "History",
  summary: "Changes in one dataset as a feed, RSS 2.0 or JSON Feed 1.1: models, provider status, benchmarks, KEV or retirements",
  description: `The newest ${FEED_ITEMS} changes, newest first; /api/changes lists all of them by cursor.`,
  access: free(),
  reads: ["changes"],
  maxAgeSeconds: 300,
  params: z.object({
    file: file.describe(`Dataset and format, as \`models.xml\` or \`models.json\`; datasets are ${CHANGE_DATASETS.join(", ")}`),
  }),
  typesByExtension: FEED_TYPES,
  response: z.string(),
  errors: UNKNOWN_NAME,
  example: { params: { file: "models.xml" } },
}).handle(async ({ params, db, baseUrl, siteName }) => {
  const { id, format } = requireFeedFile(params.file);
  const dataset = datasetNamed(id) ?? "models";
  const feed = {
    title: `${siteName}: changes in ${datasets[dataset].title}`,
    description: WHAT_CHANGES[dataset],
    page: `${baseUrl}${DATASET_PAGES[dataset]}`,
    address: `${baseUrl}${datasetFeedPath(dataset, format)}`,
    events: (await listDatasetChanges(db, dataset, FEED_ITEMS)).map((row) => toChangeEvent(row, baseUrl)),
  };
  return writeChangeFeed(feed, format);
});
