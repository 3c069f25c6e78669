import { z } from "zod";
import { CatalogSource } from "@/lib/schemas/catalog-source";
import { parseCatalog, requireUnique } from "./parse-catalog";
import { findProvider } from "./providers";

export const CalendarDate = z.iso.date();

export const LooseDate = z.string().regex(/^\d{4}(-\d\d(-\d\d)?)?$/);

export const WebAddress = z.url({ protocol: /^https$/ });

export const ProviderId = z.string().refine((id) => findProvider(id) !== null, "is not in the provider table");

const SourceEntry = CatalogSource.extend({ url: WebAddress.nullable(), readOn: CalendarDate.nullable() });

export function loadEntries<Entry extends z.ZodObject<{ id: z.ZodString }>>(
  file: string,
  entry: Entry,
  raw: readonly unknown[],
): z.output<Entry>[] {
  const entries = parseCatalog(file, entry, raw);
  requireUnique(
    file,
    entries.map(({ id }) => id as string),
  );
  return entries;
}

export const loadSources = (file: string, raw: readonly unknown[]): readonly CatalogSource[] => loadEntries(file, SourceEntry, raw);

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
