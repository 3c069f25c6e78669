import { z } from "zod";
import { EMPTY_FACTS, type ListingFacts } from "@/lib/domain/models/model-listing";
import { openRouterConditions, Pricing, perMillion, isBilledByPiece } from "./openrouter-conditions";
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

const PROVIDER = "openrouter";

const Model = z.object({
  id: z.string(),
  name: z.string(),
  created: z.number().optional().catch(undefined),
  context_length: z.number().nullish().catch(null),
  pricing: Pricing,
  architecture: z
    .object({ input_modalities: z.array(z.string()), output_modalities: z.array(z.string()) })
    .catch({ input_modalities: ["text"], output_modalities: ["text"] }),
  top_provider: z.object({ max_completion_tokens: z.number().nullish() }).catch({}),
  supported_parameters: z.array(z.string()).catch([]),
  hugging_face_id: z.string().nullish().catch(null),
  knowledge_cutoff: z.string().nullish().catch(null),
  expiration_date: z.string().nullish().catch(null),
});

type Model = z.output<typeof Model>;

const TEXT = "text";

/**
 * Reads 0 as free, as OpenRouter's list means it. A model that is charged by the piece or makes songs
 * or pictures is an exception.
 */
function pricesOf({ id, pricing, architecture }: Model): Pick<ListingFacts, "isGivenAway"> & ReturnType<typeof priceFacts> {
  const prices = priceFacts({
    input: perMillion(pricing.prompt),
    output: perMillion(pricing.completion),
    cachedInput: perMillion(pricing.input_cache_read),
    cacheWrite: perMillion(pricing.input_cache_write),
    conditions: openRouterConditions(pricing),
  });
  const { inputPrice: input, outputPrice: output } = prices;
  if (input !== 0 || output !== 0) return { ...prices, isGivenAway: false };
  const makesMore = architecture.output_modalities.some((modality) => modality !== TEXT);
  if (id.endsWith(":free") || !(isBilledByPiece(pricing) || makesMore)) return { ...prices, isGivenAway: true };
  const setAside = [...prices.setAside, { kind: "token_price", input, output, reason: "billed_by_request" as const }];
  return { ...prices, inputPrice: null, outputPrice: null, setAside, isGivenAway: false };
}

function toFacts(model: Model, naming: ProviderNaming): ListingFacts {
  const { input_modalities: inputs, output_modalities: outputs } = model.architecture;
  const supports = (name: string): boolean => model.supported_parameters.includes(name);
  return {
    ...EMPTY_FACTS,
    providerId: PROVIDER,
    modelId: model.id,
    name: nameOrNull(model.name),
    makerId: makerOf(model.id.replace(/^openrouter\//, "").replace(/:.*$/, ""), PROVIDER, naming),
    ...pricesOf(model),
    contextWindow: tokensOrNull(model.context_length),
    maxOutputTokens: tokensOrNull(model.top_provider.max_completion_tokens),
    modalitiesIn: inputs.toSorted(),
    modalitiesOut: outputs.toSorted(),
    capabilities: capabilitiesOf({
      ...modalityFlags(inputs, outputs),
      "tool-use": supports("tools"),
      reasoning: supports("reasoning"),
      "structured-output": supports("structured_outputs"),
      "prompt-caching": model.pricing.input_cache_read !== undefined,
    }),
    isOpenWeights: model.hugging_face_id ? true : null,
    knowledgeCutoff: dateOrNull(model.knowledge_cutoff),
    deprecationDate: dateOrNull(model.expiration_date),
  };
}

function read(text: string, naming: ProviderNaming): PriceReport {
  const { data } = parseJsonText(text, z.object({ data: z.array(z.unknown()) }));
  const parsed = data.map((entry) => Model.safeParse(entry));
  const models = parsed.flatMap((result) => (result.success && isPlainId(result.data.id) ? [result.data] : []));
  requireReadable("OpenRouter", models.length, parsed.length - models.length);
  const facts = models
    .filter(({ id, architecture }) => isTextModel(id, architecture.output_modalities))
    .map((model) => toFacts(model, naming));
  return { facts, skipped: parsed.length - facts.length, unknownProviders: [] };
}

export const openrouter: PricingSource = { name: "openrouter", url: "https://openrouter.ai/api/v1/models", maxBytes: 8_000_000, read };
