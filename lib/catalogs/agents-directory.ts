import { z } from "zod";
import { AgentCategory, AgentEntry } from "@/lib/schemas/agents";
import raw from "./agents-directory.json";
import { ProviderId } from "./catalog-entries";
import { CalendarDate, idAmong, parseCatalog, WebAddress } from "./parse-catalog";

const FILE = "lib/catalogs/agents-directory.json";

export const agentCategories: readonly AgentCategory[] = parseCatalog(FILE, AgentCategory, raw.categories, "id");

const Entry = AgentEntry.extend({
  providerId: ProviderId.nullable(),
  category: idAmong(agentCategories, "is not a category of the directory"),
  url: WebAddress,
  repoUrl: WebAddress.nullable(),
  launched: z.int().min(2000),
  source_url: WebAddress,
  verified_at: CalendarDate.nullable(),
});

export const agentsUpdated: string = raw.updated;

export const agents: readonly AgentEntry[] = parseCatalog(FILE, Entry, raw.entries, "id");
