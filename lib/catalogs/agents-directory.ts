import { z } from "zod";
import { AgentCategory, AgentEntry } from "@/lib/schemas/agents";
import raw from "./agents-directory.json";
import { CalendarDate, loadEntries, ProviderId, WebAddress } from "./catalog-entries";

const FILE = "lib/catalogs/agents-directory.json";

export const agentCategories: readonly AgentCategory[] = loadEntries(FILE, AgentCategory, raw.categories);

const categoryIds = new Set(agentCategories.map(({ id }) => id));

const Entry = AgentEntry.extend({
  providerId: ProviderId.nullable(),
  category: z.string().refine((id) => categoryIds.has(id), "is not a category of the directory"),
  url: WebAddress,
  repoUrl: WebAddress.nullable(),
  launched: z.int().min(2000),
  source_url: WebAddress,
  verified_at: CalendarDate.nullable(),
});

export const agentsUpdated: string = raw.updated;

export const agents: readonly AgentEntry[] = loadEntries(FILE, Entry, raw.entries);
