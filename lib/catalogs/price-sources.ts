import { z } from "zod";
import { parseCatalog, requireUnique } from "./parse-catalog";
import raw from "./price-sources.json";

const FILE = "lib/catalogs/price-sources.json";

const PriceSource = z.strictObject({
  key: z.string().min(1),
  name: z.string().min(1),
  url: z.url(),
  license: z.string().min(1),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
});

export type PriceSource = z.output<typeof PriceSource>;

/** `date` is the day of the copy in the bundled catalog. */
export const priceSources: readonly PriceSource[] = parseCatalog(FILE, PriceSource, raw.sources);
requireUnique(
  FILE,
  priceSources.map((source) => source.key),
);

export const pricesAsOf: string = z.iso.date().parse(raw.as_of);
