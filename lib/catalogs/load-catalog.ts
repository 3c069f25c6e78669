import { z } from "zod";
import { parseCatalog, requireUnique } from "./parse-catalog";
import { findProvider } from "./providers";

export const CalendarDate = z.iso.date();

/** `2026`, `2026-05` or `2026-05-15`: as exactly as it is known. */
export const LooseDate = z.string().regex(/^\d{4}(-\d\d(-\d\d)?)?$/);

export const WebAddress = z.url({ protocol: /^https$/ });

export const ProviderId = z.string().refine((id) => findProvider(id) !== null, "is not in the provider table");

export const CatalogSource = z.strictObject({
  id: z.string(),
  name: z.string(),
  url: WebAddress.nullable(),
  license: z.string(),
  readOn: CalendarDate.nullable(),
});

export type CatalogSource = z.output<typeof CatalogSource>;

/** One list of a catalog file: strict about every entry, ids unique. */
export function loadEntries<Entry extends z.ZodObject<{ id: z.ZodString }>>(file: string, entry: Entry, raw: readonly unknown[]): z.output<Entry>[] {
  const entries = parseCatalog(file, entry, raw);
  requireUnique(file, entries.map(({ id }) => id as string));
  return entries;
}

/** Finds a source by the id that an entry gives; an unknown id is the entry's fault. */
export function sourceFinder(file: string, raw: readonly unknown[]): (id: string, entry: string) => CatalogSource {
  const byId = new Map(loadEntries(file, CatalogSource, raw).map((source) => [source.id, source]));
  return (id, entry) => {
    const source = byId.get(id);
    if (!source) throw new Error(`${file}, entry ${entry}: source ${id} is not declared`);
    return source;
  };
}

export const providerName = (id: string): string => findProvider(id)?.name ?? id;
