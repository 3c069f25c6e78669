import { z } from "zod";
import { normaliseProviderKey, providerResolver } from "@/lib/domain/models/resolve-provider";
import { parseCatalog, Slug } from "./parse-catalog";
import raw from "./providers.json";

const FILE = "lib/catalogs/providers.json";

const ProviderKind = z.enum(["lab", "host", "cloud", "aggregator", "media", "tool", "vector_db", "gpu_cloud", "search", "web"]);

export const ProviderEntry = z.strictObject({
  id: Slug,
  name: z.string().min(1).max(60),
  kind: ProviderKind,
  url: z.url({ protocol: /^https?$/ }).nullable(),
  /** Id of the parent company, where that is another entry. */
  company: z.string().optional(),
  /** How the provider charges for models, where not by tokens. `plan` sells seats, `free` gives all away within limits. */
  charges: z.enum(["plan", "free"]).optional(),
  /** Other spellings that lookups accept; never shown. */
  aliases: z.array(z.string().min(1)),
});

export type ProviderEntry = z.output<typeof ProviderEntry>;

function load(): ProviderEntry[] {
  const entries = parseCatalog(FILE, ProviderEntry, raw, "id", ({ id, name, aliases }) => [
    ...new Set([id, name, ...aliases].map(normaliseProviderKey)),
  ]);
  const ids = new Set(entries.map((entry) => entry.id));
  for (const entry of entries) {
    if (entry.company && !ids.has(entry.company)) {
      throw new Error(`${FILE}, entry ${entry.id}: company ${entry.company} is not in the table`);
    }
  }
  return entries;
}

/** Every provider id in the service comes from this table. */
export const providers: readonly ProviderEntry[] = load();

const byId = new Map(providers.map((provider) => [provider.id, provider]));

export const findProvider = (id: string): ProviderEntry | null => byId.get(id) ?? null;

export const resolveProvider = providerResolver(providers);

/** Id of the parent company (`google` for `google-vertex`), or the id itself. */
export const companyOf = (id: string): string => byId.get(id)?.company ?? id;
