import { z } from "zod";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { selectRetirements } from "@/lib/loaders/models/listed-retirements";
import { retirementItems } from "@/lib/loaders/models/retirement-feed";
import { UNKNOWN_NAME } from "@/lib/schemas/params";
import { retirementQuery } from "./retirement-query";

const MOST_ITEMS = 200;

const Item = z
  .strictObject({
    id: z.string().describe("Never changes; a day that moved makes another"),
    url: z.url(),
    external_url: z.string().optional(),
    title: z.string(),
    content_text: z.string(),
    date_published: z.iso.datetime(),
    tags: z.array(z.string()),
  })
  .meta({ id: "RetirementFeedItem" });

export const retirementsJson = defineEndpoint({
  method: "GET",
  path: "/api/models/retirements.json",
  tag: "Models",
  summary: "Retirements of models as a JSON Feed 1.1, latest announcements first",
  description: `At most ${MOST_ITEMS}. A day that moved is a new entry. Takes the filters of /api/models/retirements.`,
  access: free(),
  reads: ["retirements", "models"],
  maxAgeSeconds: 3600,
  query: retirementQuery,
  produces: "application/feed+json",
  response: z.strictObject({
    version: z.literal("https://jsonfeed.org/version/1.1"),
    title: z.string(),
    home_page_url: z.url(),
    feed_url: z.url(),
    description: z.string(),
    language: z.string(),
    _service: z.strictObject({ ok: z.literal(true), license: z.string() }).describe("What JSON Feed has no words for"),
    items: z.array(Item),
  }),
  errors: UNKNOWN_NAME,
  example: { query: { host: "openai" } },
}).handle(async ({ query, db, now, baseUrl, siteName }) => {
  await ensureFreshVersions(db);
  const items = retirementItems((await selectRetirements(db, query, now)).retirements, baseUrl, MOST_ITEMS);
  return {
    version: "https://jsonfeed.org/version/1.1" as const,
    title: `${siteName}: retirements of models`,
    home_page_url: `${baseUrl}/models/retirements`,
    feed_url: `${baseUrl}/api/models/retirements.json`,
    description: "Which models end at which host, and what their hosts name instead.",
    language: "en",
    _service: { ok: true as const, license: "inference-only" },
    items: items.map(({ id, url, title, text, at, tags, source }) => ({
      id,
      url,
      ...(source.url === null ? {} : { external_url: source.url }),
      title,
      content_text: text,
      date_published: at,
      tags,
    })),
  };
});
