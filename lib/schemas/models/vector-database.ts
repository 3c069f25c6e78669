import { z } from "zod";

export const VectorDatabaseType = z.enum(["managed", "oss", "hybrid"]);

export const VectorDatabase = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    vendor: z.string(),
    providerId: z.string(),
    type: VectorDatabaseType.describe(
      "managed = service only, oss = open source to host yourself only, hybrid = both; follows from `hostingOptions`",
    ),
    kind: z.enum(["native", "search-engine", "extension", "database-feature", "library"]),
    hostingOptions: z.array(z.enum(["cloud", "self-host", "embedded", "byoc"])),
    freeTier: z.string().nullable(),
    startingPriceUSDMonth: z
      .number()
      .nonnegative()
      .nullable()
      .describe("Null where billing is usage-based only or the software is open source only; `pricingNote` says which"),
    pricingNote: z.string(),
    hybridSearch: z.boolean(),
    metadataFiltering: z.boolean(),
    multiTenancy: z.boolean(),
    serverless: z.boolean(),
    maxVectorsPaid: z.number().positive().nullable(),
    openSource: z.boolean(),
    license: z.string(),
    released: z.string().nullable().describe("When it could first search vectors"),
    url: z.string(),
    notes: z.string(),
    source_url: z.string(),
    verified_at: z.string().nullable(),
  })
  .meta({ id: "VectorDatabase" });

export type VectorDatabase = z.output<typeof VectorDatabase>;
