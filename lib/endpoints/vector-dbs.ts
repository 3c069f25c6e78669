import { z } from "zod";
import { vectorDatabases, vectorDatabasesUpdated } from "@/lib/catalogs/vector-dbs";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { csvOf } from "@/lib/schemas/csv";
import { booleanParam } from "@/lib/schemas/params";
import { VectorDatabase, VectorDatabaseType } from "@/lib/schemas/models/vector-database";

const toCsv = csvOf(VectorDatabase, "providerId", "maxVectorsPaid");

export const vectorDbs = defineEndpoint({
  method: "GET",
  path: "/api/vector-dbs",
  tag: "Catalogs",
  summary: "Vector databases (DBs): hosting, free tier, starting price, search abilities and licence",
  description: "An editorial catalog. Both filters together must both hold; `open_source=false` filters nothing.",
  access: free(),
  reads: ["vector_dbs"],
  maxAgeSeconds: 600,
  query: z.object({
    type: VectorDatabaseType.optional().describe("managed = service only, oss = open source to host yourself, hybrid = both"),
    open_source: booleanParam().optional().describe("true keeps only open-source entries"),
  }),
  response: z.strictObject({
    source: z.string(),
    lastUpdated: z.string(),
    count: z.int(),
    databases: z.array(VectorDatabase),
  }),
  csv: ({ databases }) => toCsv(databases),
  example: { query: { open_source: "true" } },
}).handle(({ query, siteName }) => {
  const databases = vectorDatabases.filter(
    ({ type, openSource }) => (query.type === undefined || type === query.type) && (!query.open_source || openSource),
  );
  return { source: siteName, lastUpdated: vectorDatabasesUpdated, count: databases.length, databases };
});
