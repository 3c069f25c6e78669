import { z } from "zod";

export const AgentCategory = z.strictObject({ id: z.string(), name: z.string(), description: z.string() }).meta({ id: "AgentCategory" });

export const AgentEntry = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    provider: z.string(),
    providerId: z.string().nullable(),
    category: z.string(),
    description: z.string(),
    url: z.string(),
    repoUrl: z.string().nullable(),
    pricing: z.string(),
    launched: z.int().describe("Year in which it first became public"),
    openSource: z.boolean().describe("Under a licence approved by the Open Source Initiative"),
    license: z.string().nullable(),
    source_url: z.string(),
    verified_at: z.string().nullable(),
  })
  .meta({ id: "AgentEntry" });

export type AgentCategory = z.output<typeof AgentCategory>;
export type AgentEntry = z.output<typeof AgentEntry>;
