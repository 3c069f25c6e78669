import { z } from "zod";
import { EMPTY_FACTS, type ListingFacts } from "@/lib/domain/models/model-listing";
import { litellmConditions, perMillion, tieredPrices } from "./litellm-conditions";
import { parseJsonText } from "@/lib/sources/parse-json";
import {
  capabilitiesOf,
  makerOf,
  dateOrNull,
  isPlainId,
  priceFacts,
  requireReadable,
  tokensOrNull,
  type PriceReport,
  type PricingSource,
  type ProviderNaming,
} from "./pricing-source";

const amount = z.coerce.number().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);

const Entry = z.object({
  litellm_provider: z.string(),
  mode: z.string().nullish().catch(null),
  input_cost_per_token: z.number().nullish().catch(null),
  output_cost_per_token: z.number().nullish().catch(null),
  cache_read_input_token_cost: z.number().nullish().catch(null),
  cache_creation_input_token_cost: z.number().nullish().catch(null),
  max_input_tokens: amount,
  max_output_tokens: amount,
  deprecation_date: z.string().optional().catch(undefined),
  supports_function_calling: flag,
  supports_vision: flag,
  supports_reasoning: flag,
  supports_response_schema: flag,
  supports_prompt_caching: flag,
  supports_audio_input: flag,
  supports_audio_output: flag,
  supports_video_input: flag,
  supports_pdf_input: flag,
  supports_web_search: flag,
  supports_computer_use: flag,
});

type Entry = z.output<typeof Entry>;

const TEXT_MODES: ReadonlySet<string> = new Set(["chat", "responses", "completion"]);

/** Names Vertex AI once, as the provider table does. LiteLLM splits it by model family (`vertex_ai-chat-models`). */
function providerKey(litellmProvider: string): string {
  if (litellmProvider.startsWith("vertex_ai")) return "vertex_ai";
  if (litellmProvider === "cloudflare") return "cloudflare-workers-ai";
  return litellmProvider
    .replace(/^text-completion-/, "")
    .replace(/^azure_text$/, "azure")
    .replace(/-(embedding|chat|text|code|image)-models$/, "");
}

/** Drops a repeated provider (`together_ai/meta-llama/…`). Bedrock's `us.` and `global.` routes are separate ids and stay. */
function modelIdOf(key: string, providerId: string, naming: ProviderNaming): string {
  const slash = key.indexOf("/");
  if (slash < 0) return key;
  const head = key.slice(0, slash);
  return naming.idOf(providerKey(head)) === providerId ? key.slice(slash + 1) : key;
}

/** LiteLLM writes 0 for models that are not billed by token, so two zeros mean an unknown price. */
function pricesOf(entry: Entry, raw: Record<string, unknown>): ReturnType<typeof priceFacts> {
  const { base } = tieredPrices(raw);
  const figure = (name: keyof Entry): number | null => perMillion(entry[name] ?? base[name]);
  const [input, output] = [figure("input_cost_per_token"), figure("output_cost_per_token")];
  const isUnknown = input === 0 && output === 0;
  return priceFacts({
    input: isUnknown ? null : input,
    output: isUnknown ? null : output,
    cachedInput: figure("cache_read_input_token_cost"),
    cacheWrite: figure("cache_creation_input_token_cost"),
    conditions: litellmConditions(raw),
  });
}

function toFacts(modelId: string, providerId: string, entry: Entry, raw: Record<string, unknown>, naming: ProviderNaming): ListingFacts {
  return {
    ...EMPTY_FACTS,
    providerId,
    modelId,
    makerId: makerOf(modelId, providerId, naming),
    ...pricesOf(entry, raw),
    maxInputTokens: tokensOrNull(entry.max_input_tokens),
    maxOutputTokens: tokensOrNull(entry.max_output_tokens),
    capabilities: capabilitiesOf({
      "tool-use": entry.supports_function_calling,
      vision: entry.supports_vision,
      reasoning: entry.supports_reasoning,
      "structured-output": entry.supports_response_schema,
      "prompt-caching": entry.supports_prompt_caching,
      "audio-input": entry.supports_audio_input,
      "audio-output": entry.supports_audio_output,
      "video-input": entry.supports_video_input,
      "file-input": entry.supports_pdf_input,
      "web-search": entry.supports_web_search,
      "computer-use": entry.supports_computer_use,
    }),
    deprecationDate: dateOrNull(entry.deprecation_date),
  };
}

function isTextModel(key: string, entry: Entry): boolean {
  if (key.startsWith("ft:") || key.includes("*") || /embed|rerank/i.test(key)) return false;
  return entry.mode ? TEXT_MODES.has(entry.mode) : entry.input_cost_per_token != null && entry.output_cost_per_token != null;
}

function read(text: string, naming: ProviderNaming): PriceReport {
  const document = parseJsonText(text, z.record(z.string(), z.unknown()));
  const facts = new Map<string, ListingFacts>();
  const unknown = new Set<string>();
  const entries = Object.entries(document).filter(([key]) => key !== "sample_spec");
  let [readable, unreadable] = [0, 0];
  for (const [key, raw] of entries) {
    const parsed = Entry.safeParse(raw);
    if (!parsed.success) {
      unreadable += 1;
      continue;
    }
    readable += 1;
    const providerId = naming.idOf(providerKey(parsed.data.litellm_provider));
    if (!providerId) unknown.add(parsed.data.litellm_provider.slice(0, 60));
    const modelId = providerId ? modelIdOf(key, providerId, naming) : "";
    if (!providerId || !isPlainId(modelId) || !isTextModel(key, parsed.data)) continue;
    const id = `${providerId}/${modelId.toLowerCase()}`;
    if (!facts.has(id)) facts.set(id, toFacts(modelId, providerId, parsed.data, raw as Record<string, unknown>, naming));
  }
  requireReadable("LiteLLM", readable, unreadable);
  return { facts: [...facts.values()], skipped: entries.length - facts.size, unknownProviders: [...unknown] };
}

export const litellm: PricingSource = {
  name: "litellm",
  url: "https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json",
  maxBytes: 12_000_000,
  read,
};
