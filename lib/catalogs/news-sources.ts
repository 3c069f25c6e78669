import { z } from "zod";
import { NEWS_CATEGORIES } from "@/lib/domain/news/news-categories";
import raw from "./news-sources.json";
import { parseCatalog, requireUnique } from "./parse-catalog";
import { findProvider } from "./providers";

const FILE = "lib/catalogs/news-sources.json";

export const NewsSource = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1).max(60),
  siteUrl: z.url({ protocol: /^https$/ }),
  domain: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
  feedUrl: z.url({ protocol: /^https$/ }),
  format: z.enum(["rss", "atom", "rdf", "json"]),
  kind: z.enum(["lab", "news", "research", "engineering", "newsletter", "hardware", "policy", "community", "changelog"]),
  /** Provider that publishes it, for a company's own blog. */
  provider: z
    .string()
    .refine((id) => findProvider(id) !== null, "is not in the provider table")
    .nullable(),
  categories: z.array(z.enum(NEWS_CATEGORIES)).min(1),
  /** True when it covers other topics too; only articles about AI are kept. */
  isGeneral: z.boolean(),
  /** True when its items are discussions of articles elsewhere. */
  isForum: z.boolean(),
  /** False for a feed that a third party generates for a site without one. */
  isOfficial: z.boolean(),
});

export type NewsSource = z.output<typeof NewsSource>;

function load(): NewsSource[] {
  const sources = parseCatalog(FILE, NewsSource, raw);
  requireUnique(
    FILE,
    sources.map((source) => source.id),
  );
  requireUnique(
    FILE,
    sources.map((source) => source.name),
  );
  requireUnique(
    FILE,
    sources.map((source) => source.feedUrl),
  );
  return sources;
}

export const newsSources: readonly NewsSource[] = load();
