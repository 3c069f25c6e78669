import { z } from "zod";
import { ProviderId } from "./catalog-entries";
import { parseCatalog, Slug, WebAddress } from "./parse-catalog";
import raw from "./status-pages.json";

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

const StatusPage = z.strictObject({
  id: Slug,
  name: z.string().min(1).max(60),
  provider: ProviderId,
  group: z.enum(["llm-api", "coding-tool", "assistant", "media", "compute", "data", "tooling"]),
  pageUrl: WebAddress,
  format: StatusFormat,
  machineUrl: WebAddress.nullable(),
  /** Read when there is no `machineUrl`, or when it fails. */
  feedUrl: WebAddress.nullable(),
  /** Names or ids of the components that count; empty means the whole page. */
  include: z.array(z.string().min(1)),
  /** Components that are core here although such names are peripheral elsewhere. */
  core: z.array(z.string().min(1)),
  /** Components that are peripheral here, besides those that are peripheral on every page. */
  peripheral: z.array(z.string().min(1)),
});

export type StatusPage = z.output<typeof StatusPage>;

export const statusPages: readonly StatusPage[] = parseCatalog("lib/catalogs/status-pages.json", StatusPage, raw, "id", "name");

/** False for pages that only people can read; failing to read them is no source failure. */
export const hasMachineAddress = (page: StatusPage): boolean => page.machineUrl !== null || page.feedUrl !== null;
