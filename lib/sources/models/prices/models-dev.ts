import { z } from "zod";
import { EMPTY_FACTS, type ListingFacts } from "@/lib/domain/models/model-listing";
import type { ConditionDraft } from "@/lib/domain/models/prices/price-units";
import { parseJsonText } from "@/lib/sources/parse-json";
import {
  capabilitiesOf,
  isTextModel,
  modalityFlags,
  makerOf,
  dateOrNull,
  isPlainId,
  nameOrNull,
  priceFacts,
  requireReadable,
  tokensOrNull,
  type PriceReport,
  type PricingSource,
  type ProviderNaming,
} from "./pricing-source";

const amount = z.number().optional().catch(undefined);

const Prices = z.object({ input: z.number(), output: z.number(), cache_read: amount, cache_write: amount });

const Cost = Prices.extend({
  reasoning: amount,
  input_audio: amount,
  tiers: z
    .array(Prices.extend({ tier: z.object({ type: z.string().optional(), size: z.number() }) }))
    .optional()
    .catch(undefined),
  context_over_200k: Prices.optional().catch(undefined),
});

/** Ways to call the same model, for instance `fast`, at a price of their own. */
const Experimental = z.object({ modes: z.record(z.string(), z.object({ cost: Prices.partial().optional() })).optional() });

const Model = z.object({
  id: z.string(),
  name: z.string(),
  family: z.string().optional().catch(undefined),
  reasoning: z.boolean().catch(false),
  tool_call: z.boolean().catch(false),
  structured_output: z.boolean().catch(false),
  release_date: z.string().optional().catch(undefined),
  knowledge: z.string().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  open_weights: z.boolean().optional().catch(undefined),
  modalities: z.object({ input: z.array(z.string()), output: z.array(z.string()) }).catch({ input: ["text"], output: ["text"] }),
  limit: z.object({ context: z.number().optional(), input: z.number().optional(), output: z.number().optional() }).catch({}),
  cost: Cost.optional(),
  experimental: Experimental.optional().catch(undefined),
});

const Provider = z.object({ id: z.string(), name: z.string(), models: z.record(z.string(), z.unknown()) });

type Model = z.output<typeof Model>;

const toModality = (name: string): string => (name === "pdf" ? "file" : name);

const figuresOf = ({ input, output, cache_read, cache_write }: Partial<z.output<typeof Prices>>) => ({
  input,
  output,
  cached_input: cache_read,
  cache_write,
});

function conditionsOf({ cost, experimental }: Model): ConditionDraft[] {
  if (!cost) return [];
  const legacy = cost.context_over_200k ? [{ ...cost.context_over_200k, tier: { type: "context", size: 200_000 } }] : [];
  const steps = (cost.tiers?.length ? cost.tiers : legacy).filter(({ tier }) => (tier.type ?? "context") === "context" && tier.size > 0);
  const modes = Object.entries(experimental?.modes ?? {});
  return [
    ...steps.map(({ tier, ...prices }): ConditionDraft => ({ kind: "prompt_tokens_above", above: tier.size, ...figuresOf(prices) })),
    { kind: "thinking_output", output: cost.reasoning },
    { kind: "audio_input", input: cost.input_audio },
    ...modes.flatMap(([value, mode]): ConditionDraft[] => (mode.cost ? [{ kind: "speed", value, ...figuresOf(mode.cost) }] : [])),
  ];
}

const pricesOf = (model: Model) =>
  priceFacts({
    input: model.cost?.input,
    output: model.cost?.output,
    cachedInput: model.cost?.cache_read,
    cacheWrite: model.cost?.cache_write,
    conditions: conditionsOf(model),
  });

function toFacts(model: Model, providerId: string, naming: ProviderNaming): ListingFacts {
  const [inputs, outputs] = [model.modalities.input.map(toModality).sort(), model.modalities.output.map(toModality).sort()];
  return {
    ...EMPTY_FACTS,
    providerId,
    modelId: model.id,
    name: nameOrNull(model.name),
    makerId: makerOf(model.id, providerId, naming),
    family: nameOrNull(model.family),
    ...pricesOf(model),
    isGivenAway: model.id.endsWith(":free"),
    contextWindow: tokensOrNull(model.limit.context),
    maxInputTokens: tokensOrNull(model.limit.input),
    maxOutputTokens: tokensOrNull(model.limit.output),
    modalitiesIn: inputs,
    modalitiesOut: outputs,
    capabilities: capabilitiesOf({
      ...modalityFlags(inputs, outputs),
      reasoning: model.reasoning,
      "tool-use": model.tool_call,
      "structured-output": model.structured_output,
      "prompt-caching": model.cost?.cache_read !== undefined,
    }),
    isOpenWeights: model.open_weights ?? null,
    knowledgeCutoff: dateOrNull(model.knowledge),
    released: dateOrNull(model.release_date),
    status: model.status && ["alpha", "beta", "deprecated"].includes(model.status) ? model.status : null,
  };
}

function readProvider(entry: z.output<typeof Provider>, providerId: string, naming: ProviderNaming) {
  const parsed = Object.entries(entry.models).map(([id, value]) =>
    Model.safeParse(typeof value === "object" && value !== null ? { id, ...value } : value),
  );
  const models = parsed.flatMap((result) => (result.success && isPlainId(result.data.id) ? [result.data] : []));
  return {
    facts: models.filter(({ id, modalities }) => isTextModel(id, modalities.output)).map((model) => toFacts(model, providerId, naming)),
    read: models.length,
    unreadable: parsed.length - models.length,
  };
}

/** A missing `cost` means unknown, not free. */
function read(text: string, naming: ProviderNaming): PriceReport {
  const document = parseJsonText(text, z.record(z.string(), z.unknown()));
  const report: PriceReport = { facts: [], skipped: 0, unknownProviders: [] };
  let count = { read: 0, unreadable: 0 };
  for (const [key, value] of Object.entries(document)) {
    const provider = Provider.safeParse(value);
    if (!provider.success) {
      count.unreadable += 1;
      continue;
    }
    const providerId = naming.idOf(provider.data.id) ?? naming.idOf(key);
    if (!providerId) {
      report.unknownProviders.push(key.slice(0, 60));
      continue;
    }
    const entries = readProvider(provider.data, providerId, naming);
    count = { read: count.read + entries.read, unreadable: count.unreadable + entries.unreadable };
    report.facts.push(...entries.facts);
    report.skipped += entries.read - entries.facts.length + entries.unreadable;
  }
  requireReadable("models.dev", count.read, count.unreadable);
  return report;
}

export const modelsDev: PricingSource = { name: "models.dev", url: "https://models.dev/api.json", maxBytes: 24_000_000, read };
