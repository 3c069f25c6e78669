import { z } from "zod";
import { agentCategories, agents, agentsUpdated } from "@/lib/catalogs/agents-directory";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { csvOf } from "@/lib/schemas/csv";
import { AgentCategory, AgentEntry } from "@/lib/schemas/agents";

const CategoryId = z.enum(agentCategories.map(({ id }) => id));

const toCsv = csvOf(AgentEntry, "providerId", "verified_at");

export const agentsDirectory = defineEndpoint({
  method: "GET",
  path: "/api/agents/directory",
  tag: "Catalogs",
  summary: "Directory of AI agents, assistants and the tools to build them, by category",
  description: "An editorial catalog. Plan prices change often and are left out; `pricing` says how a product is sold.",
  access: free(),
  reads: ["agents_directory"],
  maxAgeSeconds: 300,
  query: z.object({ category: CategoryId.optional().describe("Only one category") }),
  response: z.strictObject({
    source: z.string(),
    lastUpdated: z.string(),
    count: z.int(),
    categories: z.array(AgentCategory),
    agents: z.array(AgentEntry),
  }),
  csv: ({ agents }) => toCsv(agents),
  example: { query: { category: "coding" } },
}).handle(({ query, siteName }) => {
  const entries = agents.filter(({ category }) => query.category === undefined || category === query.category);
  return { source: siteName, lastUpdated: agentsUpdated, count: entries.length, categories: [...agentCategories], agents: entries };
});
