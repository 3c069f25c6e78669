import { z } from "zod";
import { CalendarDate, parseCatalog } from "./parse-catalog";
import raw from "./price-sources.json";

const PriceSource = z.strictObject({
  key: z.string().min(1),
  name: z.string().min(1),
  url: z.url(),
  license: z.string().min(1),
  date: CalendarDate,
});

export type PriceSource = z.output<typeof PriceSource>;

/** `date` is the day of the copy in the bundled catalog. */
export const priceSources: readonly PriceSource[] = parseCatalog("lib/catalogs/price-sources.json", PriceSource, raw.sources, "key");

const urls: ReadonlyMap<string, string> = new Map(priceSources.map(({ key, url }) => [key, url]));

/** The address of a source by the key that prices carry. */
export const priceSourceUrl = (key: string | null): string | null => urls.get(key ?? "") ?? null;

export const pricesAsOf: string = CalendarDate.parse(raw.as_of);
