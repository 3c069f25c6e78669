import { z } from "zod";
import { agentsDirectory } from "@/lib/endpoints/agents/directory";
import { embeddings } from "@/lib/endpoints/embeddings";
import { gpuPricing } from "@/lib/endpoints/gpu/pricing";
import { harnesses } from "@/lib/endpoints/harnesses";
import { multimodal } from "@/lib/endpoints/multimodal";
import { vectorDbs } from "@/lib/endpoints/vector-dbs";
import { defineTool, own, type Ask, type Row } from "../tool";

interface Listing {
  rows: readonly Row[];
  columns: readonly string[];
}

const KINDS: Record<string, (ask: Ask) => Promise<Listing>> = {
  embeddings: async (ask) => ({
    rows: (await ask.call(embeddings)).models,
    columns: ["id", "name", "provider", "type", "dimensions", "maxInputTokens", "pricePer1MTokens", "mtebAvg", "openSource"],
  }),
  multimodal: async (ask) => ({
    rows: (await ask.call(multimodal)).models,
    columns: ["id", "name", "provider", "modality", "pricingUnit", "pricingAmount", "openSource"],
  }),
  vector_dbs: async (ask) => ({
    rows: (await ask.call(vectorDbs)).databases,
    columns: ["id", "name", "vendor", "type", "startingPriceUSDMonth", "hybridSearch", "openSource", "url"],
  }),
  agents: async (ask) => ({
    rows: (await ask.call(agentsDirectory)).agents,
    columns: ["id", "name", "provider", "category", "pricing", "openSource", "url"],
  }),
  harnesses: async (ask) => {
    const { harnesses: rows, rollups } = await ask.call(harnesses);
    const best = new Map(rollups.map((one) => [one.harness, one.best]));
    return {
      rows: rows.map((row) => ({ ...row, best: best.get(row.id) })),
      columns: ["id", "name", "vendor", "type", "openSource", "modelLockIn", "url"],
    };
  },
  gpus: async (ask) => {
    const { by_canonical: groups } = (await ask.call(gpuPricing)).snapshot;
    const rows = groups.map((group) => ({
      ...group,
      on_demand_usd_hr: group.cheapest_on_demand?.usd_hr ?? null,
      on_demand_at: group.cheapest_on_demand?.provider ?? null,
      spot_usd_hr: group.cheapest_spot?.usd_hr ?? null,
      spot_at: group.cheapest_spot?.provider ?? null,
    }));
    return { rows, columns: ["canonical", "vram_gb", "provider_count", "on_demand_usd_hr", "on_demand_at", "spot_usd_hr", "spot_at"] };
  },
};

const WORDS = new RegExp(/[^\p{L}\p{N}]+/u);

/** Whether a row has every word of a text in one of its members. */
function hasWords(row: Row, text: string): boolean {
  const whole = JSON.stringify(row).toLowerCase();
  return text
    .toLowerCase()
    .split(WORDS)
    .every((word) => whole.includes(word));
}

export const catalogTool = defineTool({
  name: "catalog",
  title: "Catalogs",
  description: "Catalogs beside chat models, with prices. Chat models: find_models.",
  takes: {
    kind: own(z.enum(["embeddings", "multimodal", "vector_dbs", "agents", "harnesses", "gpus"]).describe("Which")),
    q: own(z.string().max(100).optional().describe("Words, such as H100 or rerank")),
  },
  row: { id: "string", name: "string", provider: "string", url: "string" },
  async answer({ kind = "", q }, ask) {
    const { rows, columns } = await (KINDS[kind] as (ask: Ask) => Promise<Listing>)(ask);
    const found = q === undefined ? rows : rows.filter((row) => hasWords(row, q));
    return { summary: `${found.length} of ${rows.length} ${kind.replaceAll("_", " ")}.`, rows: found, columns };
  },
});
