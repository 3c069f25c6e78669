import { VectorDatabase } from "@/lib/schemas/models/vector-database";
import { ProviderId } from "./catalog-entries";
import { CalendarDate, LooseDate, parseCatalog, WebAddress } from "./parse-catalog";
import raw from "./vector-dbs.json";

type Hosting = VectorDatabase["hostingOptions"][number];

const SERVICE: ReadonlySet<Hosting> = new Set(["cloud", "byoc"]);

/** The specification's definition: a service only, to host oneself only, or both. */
function vectorDatabaseType(hosting: readonly Hosting[]): VectorDatabase["type"] {
  const isService = hosting.some((option) => SERVICE.has(option));
  const isOwn = hosting.some((option) => !SERVICE.has(option));
  return isService && isOwn ? "hybrid" : isService ? "managed" : "oss";
}

/** Only these are a reason for a price that is null. */
const UNPRICED = /^(?:Usage-based only|Open source only): /;
const UNCONFIRMED = /not confirmed by the vendor/;

const Entry = VectorDatabase.omit({ type: true })
  .extend({
    providerId: ProviderId,
    hostingOptions: VectorDatabase.shape.hostingOptions.min(1),
    released: LooseDate.nullable(),
    url: WebAddress,
    source_url: WebAddress,
    verified_at: CalendarDate.nullable(),
  })
  .transform((entry): VectorDatabase => ({ ...entry, type: vectorDatabaseType(entry.hostingOptions) }))
  .refine((entry) => entry.type !== "oss" || entry.openSource, { path: ["openSource"], message: "an oss entry is open source" })
  .refine((entry) => (entry.startingPriceUSDMonth === null) === UNPRICED.test(entry.pricingNote), {
    path: ["pricingNote"],
    message: "a price is null where billing is usage-based only or the software is open source only, and the note begins so",
  })
  .refine((entry) => entry.startingPriceUSDMonth === null || entry.verified_at !== null || UNCONFIRMED.test(entry.pricingNote), {
    path: ["verified_at"],
    message: "a price says when it was read, or that it is not confirmed by the vendor",
  });

export const vectorDatabasesUpdated: string = raw.updated;

export const vectorDatabases: readonly VectorDatabase[] = parseCatalog("lib/catalogs/vector-dbs.json", Entry, raw.entries, "id");
