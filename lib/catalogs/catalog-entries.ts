import { CatalogSource } from "@/lib/schemas/catalog-source";
import { CalendarDate, idAmong, parseCatalog, WebAddress } from "./parse-catalog";
import { findProvider, providers } from "./providers";

export const ProviderId = idAmong(providers, "is not in the provider table");

const SourceEntry = CatalogSource.extend({ url: WebAddress.nullable(), readOn: CalendarDate.nullable() });

export const loadSources = (file: string, raw: readonly unknown[]): readonly CatalogSource[] => parseCatalog(file, SourceEntry, raw, "id");

export function sourceFinder(file: string, sources: readonly CatalogSource[]): (id: string, entry: string) => CatalogSource {
  const byId = new Map(sources.map((source) => [source.id, source]));
  return (id, entry) => {
    const source = byId.get(id);
    if (!source) throw new Error(`${file}, entry ${entry}: source ${id} is not declared`);
    return source;
  };
}

export const revisionTime = (updated: string): Date => new Date(`${updated}T00:00:00Z`);

export const providerName = (id: string): string => findProvider(id)?.name ?? id;
