import { generateRssFeed } from "feedsmith";
import { z } from "zod";
import { feedText } from "@/lib/domain/basics/markup";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { selectRetirements } from "@/lib/loaders/models/listed-retirements";
import { retirementItems } from "@/lib/loaders/models/retirement-feed";
import { UNKNOWN_NAME } from "@/lib/schemas/params";
import { retirementQuery } from "./retirement-query";

const MOST_ITEMS = 200;

export const retirementsXml = defineEndpoint({
  method: "GET",
  path: "/api/models/retirements.xml",
  tag: "Models",
  summary: "Retirements of models as an RSS 2.0 feed (XML), latest announcements first",
  description: `At most ${MOST_ITEMS}. A day that moved is a new entry. Takes the filters of /api/models/retirements.`,
  access: free(),
  reads: ["retirements", "models"],
  maxAgeSeconds: 3600,
  query: retirementQuery,
  produces: "application/rss+xml",
  response: z.string(),
  errors: UNKNOWN_NAME,
  example: { query: { host: "openai" } },
}).handle(async ({ query, db, now, baseUrl, siteName }) => {
  await ensureFreshVersions(db);
  const items = retirementItems((await selectRetirements(db, query, now)).retirements, baseUrl, MOST_ITEMS);
  const feed = generateRssFeed({
    title: `${siteName}: retirements of models`,
    link: `${baseUrl}/models/retirements`,
    description: "Which models end at which host, and what their hosts name instead.",
    language: "en-us",
    copyright: "Inference-only use. Each entry names the page that says so.",
    lastBuildDate: items[0] && new Date(items[0].at),
    ttl: 24 * 60,
    atom: { links: [{ href: `${baseUrl}/api/models/retirements.xml`, rel: "self", type: "application/rss+xml" }] },
    items: items.map(({ id, url, title, text, at, tags }) => ({
      title,
      link: url,
      description: text,
      pubDate: new Date(at),
      guid: { value: id, isPermaLink: false },
      categories: tags.map((name) => ({ name })),
    })),
  });
  return feedText(feed);
});
