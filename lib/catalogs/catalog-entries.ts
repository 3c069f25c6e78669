import { z } from "zod";
import { CatalogSource } from "@/lib/schemas/catalog-source";
import { parseCatalog, requireUnique } from "./parse-catalog";
import { findProvider } from "./providers";

export const CalendarDate = z.iso.date();

/** `2026`, `2026-05` or `2026-05-15`: as exactly as it is known. */
export const LooseDate = z.string().regex(/^\d{4}(-\d\d(-\d\d)?)?$/);

export const WebAddress = z.url({ protocol: /^https$/ });

export const ProviderId = z.string().refine((id) => findProvider(id) !== null, "is not in the provider table");

const SourceEntry = CatalogSource.extend({ url: WebAddress.nullable(), readOn: CalendarDate.nullable() });

/** One list of a catalog file: strict about every entry, ids unique. */
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

/** Finds a source by the id that an entry gives; an unknown id is the entry's fault. */
export function sourceFinder(file: string, sources: readonly CatalogSource[]): (id: string, entry: string) => CatalogSource {
  const byId = new Map(sources.map((source) => [source.id, source]));
  return (id, entry) => {
    const source = byId.get(id);
    if (!source) throw new Error(`${file}, entry ${entry}: source ${id} is not declared`);
    return source;
  };
}

/** A catalog is as fresh as its last revision. */
export const revisionTime = (updated: string): Date => new Date(`${updated}T00:00:00Z`);

export const providerName = (id: string): string => findProvider(id)?.name ?? id;
