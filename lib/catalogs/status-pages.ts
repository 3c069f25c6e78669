import { z } from "zod";
import { ProviderId } from "./catalog-entries";
import { parseCatalog, Slug, WebAddress } from "./parse-catalog";
import { findProvider } from "./providers";
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
  "rootly",
  "flashduty",
  "page",
]);

export type StatusFormat = z.output<typeof StatusFormat>;

const StatusPage = z
  .strictObject({
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
    /** Names of the API's own components; where the page has one of them, only these are core. */
    api: z.array(z.string().min(1)),
    /** Components that are core here although such names are peripheral elsewhere. */
    core: z.array(z.string().min(1)),
    /** Further components that are peripheral here. Some are so on every page. */
    peripheral: z.array(z.string().min(1)),
    /** Why all components that are not peripheral are core, where neither `include` nor `api` names them. */
    allCore: z.string().min(20).max(160).nullable(),
  })
  .refine(
    ({ include, api, allCore }) => include.length + api.length > 0 || allCore !== null,
    "names neither its core components nor why all are",
  );

export type StatusPage = z.output<typeof StatusPage>;

/** True for a provider that sells others' models, beside its own or alone. */
const RESELLERS: ReadonlySet<string | undefined> = new Set(["host", "cloud", "aggregator", "gpu_cloud"]);

const rankOf = ({ provider }: StatusPage): number => (RESELLERS.has(findProvider(provider)?.kind) ? 1 : 0);

/**
 * In the order of every list: makers before resellers and clouds, then by name. Clients take the first
 * name that fits, and "OpenAI" means the maker, not Azure's resale of it.
 */
export const statusPages: readonly StatusPage[] = parseCatalog("lib/catalogs/status-pages.json", StatusPage, raw, "id", "name").toSorted(
  (one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name, "en"),
);

/** False for pages that only people can read; failing to read them is no source failure. */
export const hasMachineAddress = (page: StatusPage): boolean => page.machineUrl !== null || page.feedUrl !== null;
