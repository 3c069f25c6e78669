import { z } from "zod";
import { parseCatalog, requireUnique } from "./parse-catalog";
import { findProvider } from "./providers";
import raw from "./status-pages.json";

const FILE = "lib/catalogs/status-pages.json";

export const StatusFormat = z.enum([
  "statuspage",
  "incident-io",
  "instatus",
  "better-stack",
  "google-cloud",
  "aws",
  "azure-feed",
  "feed",
  "onlineornot",
  "metastatus",
  "page",
]);

export type StatusFormat = z.output<typeof StatusFormat>;

const Url = z.url({ protocol: /^https$/ });

export const StatusPage = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1).max(60),
  provider: z.string().refine((id) => findProvider(id) !== null, "is not in the provider table"),
  group: z.enum(["llm-api", "coding-tool", "assistant", "media", "compute", "data", "tooling"]),
  pageUrl: Url,
  format: StatusFormat,
  /** Where a program reads the page; null where none is known. */
  machineUrl: Url.nullable(),
  /** The page's feed: read where there is no other address, or where that one fails. */
  feedUrl: Url.nullable(),
  /** Names or ids of the parts that count; empty: the whole page. */
  include: z.array(z.string().min(1)),
  /** Parts that are core here although their names are peripheral elsewhere. */
  core: z.array(z.string().min(1)),
  /** Parts that are peripheral here, besides those that are everywhere. */
  peripheral: z.array(z.string().min(1)),
});

export type StatusPage = z.output<typeof StatusPage>;

function load(): StatusPage[] {
  const pages = parseCatalog(FILE, StatusPage, raw);
  requireUnique(
    FILE,
    pages.map((page) => page.id),
  );
  requireUnique(
    FILE,
    pages.map((page) => page.name),
  );
  return pages;
}

/** Every service whose status page is followed. */
export const statusPages: readonly StatusPage[] = load();
