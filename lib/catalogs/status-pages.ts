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
  machineUrl: Url.nullable(),
  /** Read when there is no `machineUrl`, or when it fails. */
  feedUrl: Url.nullable(),
  /** Names or ids of the components that count; empty means the whole page. */
  include: z.array(z.string().min(1)),
  /** Components that are core here although such names are peripheral elsewhere. */
  core: z.array(z.string().min(1)),
  /** Components that are peripheral here, besides those that are peripheral on every page. */
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

export const statusPages: readonly StatusPage[] = load();
