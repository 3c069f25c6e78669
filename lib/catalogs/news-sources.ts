import { z } from "zod";
import { NEWS_CATEGORIES } from "@/lib/domain/news/news-categories";
import raw from "./news-sources.json";
import { ProviderId } from "./catalog-entries";
import { parseCatalog, Slug, WebAddress } from "./parse-catalog";

const NewsSource = z.strictObject({
  id: Slug,
  name: z.string().min(1).max(60),
  siteUrl: WebAddress,
  domain: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
  feedUrl: WebAddress,
  format: z.enum(["rss", "atom", "rdf", "json"]),
  kind: z.enum(["lab", "news", "research", "engineering", "newsletter", "hardware", "policy", "community", "changelog"]),
  /** Provider that publishes it, for a company's own blog. */
  provider: ProviderId.nullable(),
  categories: z.array(z.enum(NEWS_CATEGORIES)).min(1),
  /** True when it covers other topics too. Only its articles about AI are stored. */
  isGeneral: z.boolean(),
  /** True when its items are discussions of articles elsewhere. */
  isForum: z.boolean(),
  /** False for a feed that a third party generates for a site without one. */
  isOfficial: z.boolean(),
});

export type NewsSource = z.output<typeof NewsSource>;

export const newsSources: readonly NewsSource[] = parseCatalog("lib/catalogs/news-sources.json", NewsSource, raw, "id", "name", "feedUrl");
