import { z } from "zod";
import { listProviderChanges } from "@/db/queries/history/change-events";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { closestProviders } from "@/lib/catalogs/name-params";
import { findProvider } from "@/lib/catalogs/providers";
import { changePages, providerFeedPath } from "@/lib/domain/history/changes/change-pages";
import { FEED_TYPES } from "@/lib/domain/history/changes/feed-file";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { FEED_ITEMS, writeChangeFeed } from "@/lib/loaders/history/change-feed";
import { toChangeEvent } from "@/lib/loaders/history/to-change-event";
import { feedFileParam, requireFeedFile } from "@/lib/schemas/history/feed-file";
import { UNKNOWN_NAME } from "@/lib/schemas/params";

const file = feedFileParam({
  whose: "a provider id",
  isKnown: (id) => Boolean(findProvider(id)),
  likeOf: (id) => ({ candidates: closestProviders(id) }),
});

export const providerFeed = defineEndpoint({
  method: "GET",
  path: "/api/feeds/provider/[file]",
  tag: "History",
  summary: "Changes of one provider as a feed, RSS 2.0 or JSON Feed 1.1: its prices, models, incidents and benchmark scores",
  description: `The newest ${FEED_ITEMS} changes, newest first; /api/changes lists all of them by cursor.`,
  access: free(),
  reads: ["changes"],
  maxAgeSeconds: 300,
  params: z.object({ file: file.describe("Provider id and format: `openai.xml` is RSS, `openai.json` is JSON Feed") }),
  typesByExtension: FEED_TYPES,
  response: z.string(),
  errors: UNKNOWN_NAME,
  example: { params: { file: "anthropic.xml" } },
}).handle(async ({ params, db, baseUrl, siteName }) => {
  const { id, format } = requireFeedFile(params.file);
  const name = providerName(id);
  const feed = {
    title: `${siteName}: changes of ${name}`,
    description: `Prices, new and removed models, incidents and benchmark scores of ${name}, as they change.`,
    page: `${baseUrl}${changePages.provider(id)}`,
    address: `${baseUrl}${providerFeedPath(id, format)}`,
    events: (await listProviderChanges(db, id, FEED_ITEMS)).map((row) => toChangeEvent(row, baseUrl)),
  };
  return writeChangeFeed(feed, format);
});
