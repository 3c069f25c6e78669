import { VectorDatabase } from "@/lib/schemas/models/vector-database";
import { ProviderId } from "./catalog-entries";
import { CalendarDate, LooseDate, parseCatalog, WebAddress } from "./parse-catalog";
import raw from "./vector-dbs.json";

const Entry = VectorDatabase.extend({
  providerId: ProviderId,
  hostingOptions: VectorDatabase.shape.hostingOptions.min(1),
  released: LooseDate.nullable(),
  url: WebAddress,
  source_url: WebAddress,
  verified_at: CalendarDate.nullable(),
})
  .refine((entry) => entry.type !== "oss" || entry.openSource, { path: ["openSource"], message: "an oss entry is open source" })
  .refine((entry) => entry.startingPriceUSDMonth === null || entry.verified_at !== null, {
    path: ["verified_at"],
    message: "a price says when it was read",
  });

export const vectorDatabasesUpdated: string = raw.updated;

export const vectorDatabases: readonly VectorDatabase[] = parseCatalog("lib/catalogs/vector-dbs.json", Entry, raw.entries, "id");
