import { z } from "zod";
import { MODEL_FEED_NAMES, MODEL_FEEDS, modelFeedPath, type ModelFeed } from "@/lib/domain/history/changes/change-pages";
import { FEED_TYPES } from "@/lib/domain/history/changes/feed-file";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { FEED_ITEMS, writeChangeFeed } from "@/lib/loaders/history/change-feed";
import { modelFeedEntries } from "@/lib/loaders/history/model-feeds";
import { feedFileParam, requireFeedFile } from "@/lib/schemas/history/feed-file";
import { UNKNOWN_NAME } from "@/lib/schemas/params";

const WHAT_IS_LISTED: Readonly<Record<ModelFeed, string>> = {
  movers: "Prices that makers of models changed, or most of those who sell a model, without corrections of a reading.",
  archive: "Models that their makers sell no more, with their last price and what to use instead.",
};

const feedNamed = (id: string): ModelFeed | undefined => MODEL_FEED_NAMES.find((name) => name === id);

const file = feedFileParam({
  whose: `one of ${MODEL_FEED_NAMES.join(", ")}`,
  isKnown: (id) => feedNamed(id) !== undefined,
  likeOf: () => ({ candidates: [...MODEL_FEED_NAMES] }),
});

export const modelFeed = defineEndpoint({
  method: "GET",
  path: "/api/feeds/models/[file]",
  tag: "History",
  summary: "Movers among models, or models that are gone, as a feed: RSS 2.0 or JSON Feed 1.1",
  description: `The newest ${FEED_ITEMS} entries, newest first; /api/models/movers and /api/models/archive say more of each.`,
  access: free(),
  reads: ["history", "models", "retirements"],
  maxAgeSeconds: 3600,
  params: z.object({ file: file.describe("`movers` or `archive` with the format: `movers.xml` is RSS, `movers.json` is JSON Feed") }),
  typesByExtension: FEED_TYPES,
  response: z.string(),
  errors: UNKNOWN_NAME,
  example: { params: { file: "movers.xml" } },
}).handle(async ({ params, db, now, baseUrl, siteName }) => {
  const { id, format } = requireFeedFile(params.file);
  const name = feedNamed(id) ?? "movers";
  const feed = {
    title: `${siteName}: ${MODEL_FEEDS[name]}`,
    description: WHAT_IS_LISTED[name],
    page: `${baseUrl}/changes`,
    address: `${baseUrl}${modelFeedPath(name, format)}`,
    events: await modelFeedEntries(db, name, { now, baseUrl }),
  };
  return writeChangeFeed(feed, format);
});
