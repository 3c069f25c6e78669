import type { UsageKind } from "./usage-line";

/** What a column of usage can say. `at` is an instant, a day or a month; `end` the end of what begins at `at`. */
export type UsageField =
  | UsageKind
  /** Input of which part came from a cache; that part is taken off. */
  | "input_with_cached"
  | "model"
  | "provider"
  | "variant"
  | "at"
  | "end"
  | "is_batch"
  | "service_tier"
  | "speed"
  | "geography"
  | "context_window"
  | "stated_usd";

export const USAGE_FORMATS = ["own", "openai", "anthropic", "openrouter", "ccusage", "ccusage_codex"] as const;
type UsageFormatId = (typeof USAGE_FORMATS)[number];

export interface UsageFormat {
  id: UsageFormatId;
  name: string;
  /** Whose models all lines name. */
  provider: string | null;
  /** Names of columns that only this format has: one of them is enough. */
  signs: readonly string[];
  /** Names that a field has, the best first. */
  columns: Readonly<Partial<Record<UsageField, readonly string[]>>>;
  /** Names that are known and say nothing about a price. */
  aside: readonly string[];
  /** A column that only single requests have. */
  ofOneRequest?: string;
}

const OPENAI: UsageFormat = {
  id: "openai",
  name: "OpenAI's usage export",
  provider: "openai",
  signs: ["num_model_requests", "input_cached_tokens", "n_context_tokens_total", "amount_value", "amount.value"],
  columns: {
    at: ["start_time", "start_time_iso", "aggregation_timestamp", "timestamp"],
    end: ["end_time", "end_time_iso"],
    model: ["model", "snapshot_id"],
    input: ["input_text_tokens", "input_uncached_tokens"],
    input_with_cached: ["input_tokens", "n_context_tokens_total"],
    output: ["output_text_tokens", "output_tokens", "n_generated_tokens_total"],
    cache_read: ["input_cached_text_tokens", "input_cached_tokens", "n_cached_context_tokens_total"],
    cache_read_audio: ["input_cached_audio_tokens"],
    cache_read_image: ["input_cached_image_tokens"],
    cache_write: ["input_cache_write_tokens"],
    audio_input: ["input_audio_tokens"],
    audio_output: ["output_audio_tokens"],
    image_input: ["input_image_tokens"],
    image_output: ["output_image_tokens"],
    request: ["num_model_requests", "num_requests", "n_requests"],
    is_batch: ["batch"],
    service_tier: ["service_tier"],
    stated_usd: ["amount_value", "amount.value"],
  },
  aside: [
    "object",
    "project_id",
    "project_name",
    "user_id",
    "user_email",
    "api_key_id",
    "api_key_name",
    "organization_id",
    "organization_name",
    "amount_currency",
    "amount.currency",
    "line_item",
    "quantity",
    "operation",
    "email",
  ],
};

const ANTHROPIC: UsageFormat = {
  id: "anthropic",
  name: "Anthropic's usage export",
  provider: "anthropic",
  signs: ["usage_date_utc", "usage_input_tokens_no_cache", "uncached_input_tokens", "cache_creation.ephemeral_5m_input_tokens"],
  columns: {
    at: ["usage_date_utc", "starting_at"],
    end: ["ending_at"],
    model: ["model_version", "model"],
    input: ["usage_input_tokens_no_cache", "uncached_input_tokens"],
    output: ["usage_output_tokens", "output_tokens"],
    cache_read: ["usage_input_tokens_cache_read", "cache_read_input_tokens"],
    cache_write_5m: ["usage_input_tokens_cache_write_5m", "cache_creation.ephemeral_5m_input_tokens", "cache_creation_5m_input_tokens"],
    cache_write_1h: ["usage_input_tokens_cache_write_1h", "cache_creation.ephemeral_1h_input_tokens", "cache_creation_1h_input_tokens"],
    web_search: ["web_search_count", "server_tool_use.web_search_requests"],
    service_tier: ["usage_type", "service_tier"],
    speed: ["speed"],
    geography: ["inference_geo"],
    context_window: ["context_window"],
    stated_usd: ["cost_usd"],
  },
  aside: [
    "api_key",
    "api_key_id",
    "workspace",
    "workspace_id",
    "account_id",
    "service_account_id",
    "cost_type",
    "token_type",
    "list_price_usd",
  ],
};

const OPENROUTER: UsageFormat = {
  id: "openrouter",
  name: "OpenRouter's activity export",
  provider: "openrouter",
  signs: ["model_permaslug", "tokens_prompt"],
  columns: {
    at: ["created_at", "date"],
    model: ["model", "model_permaslug"],
    variant: ["variant"],
    input_with_cached: ["tokens_prompt", "prompt_tokens"],
    output: ["tokens_completion", "completion_tokens"],
    thinking_output: ["tokens_reasoning", "reasoning_tokens"],
    cache_read: ["tokens_cached"],
    request: ["requests"],
    stated_usd: ["cost_total", "usage"],
  },
  aside: [
    "generation_id",
    "cost_web_search",
    "cost_cache",
    "cost_file_processing",
    "byok_usage_inference",
    "provider_name",
    "cancelled",
    "streamed",
    "user",
    "finish_reason_raw",
    "finish_reason_normalized",
    "generation_time_ms",
    "time_to_first_token_ms",
    "api_key_disabled",
    "api_key_name",
    "app_name",
    "endpoint_id",
  ],
  ofOneRequest: "generation_id",
};

const OF_CCUSAGE = {
  at: ["date", "month", "week", "period", "lastActivity", "metadata.lastActivity", "startTime"],
  model: ["modelName"],
  output: ["outputTokens"],
  stated_usd: ["cost", "costUSD", "totalCost"],
} as const;

const ASIDE_OF_CCUSAGE = [
  "totalTokens",
  "modelsUsed",
  "project",
  "projectPath",
  "sessionId",
  "agent",
  "isFallback",
  "credits",
  "versions",
  "metadata.agents",
  "messageCount",
  "firstActivity",
  "metadata.firstActivity",
  "directory",
  "sessionFile",
];

const CCUSAGE: UsageFormat = {
  id: "ccusage",
  name: "JSON of ccusage",
  provider: null,
  signs: ["cacheCreationTokens", "cacheReadTokens"],
  columns: { ...OF_CCUSAGE, input: ["inputTokens"], cache_read: ["cacheReadTokens"], cache_write: ["cacheCreationTokens"] },
  aside: ASIDE_OF_CCUSAGE,
};

const CCUSAGE_CODEX: UsageFormat = {
  id: "ccusage_codex",
  name: "JSON of ccusage for Codex",
  provider: "openai",
  signs: ["cachedInputTokens", "reasoningOutputTokens"],
  columns: {
    ...OF_CCUSAGE,
    input_with_cached: ["inputTokens"],
    cache_read: ["cachedInputTokens"],
    thinking_output: ["reasoningOutputTokens"],
  },
  aside: ASIDE_OF_CCUSAGE,
};

/** Lines in the words of this service, and in those that other logs use for the same. */
const OWN: UsageFormat = {
  id: "own",
  name: "Lines of this service",
  provider: null,
  signs: [],
  columns: {
    at: ["at", "instant", "time", "timestamp", "created_at", "date", "day", "month"],
    end: ["to", "end", "end_time"],
    model: ["model", "model_id", "model_name"],
    provider: ["provider", "host"],
    input: ["input", "input_tokens"],
    input_with_cached: ["prompt_tokens"],
    output: ["output", "output_tokens", "completion_tokens"],
    cache_read: ["cache_read", "cache_read_tokens", "cache_read_input_tokens", "cached_tokens", "prompt_tokens_details.cached_tokens"],
    cache_write: ["cache_write", "cache_write_tokens", "cache_creation_input_tokens"],
    cache_write_5m: ["cache_write_5m", "cache_write_5m_tokens"],
    cache_write_1h: ["cache_write_1h", "cache_write_1h_tokens"],
    thinking_output: ["thinking_output", "reasoning_tokens", "completion_tokens_details.reasoning_tokens"],
    audio_input: ["audio_input"],
    audio_output: ["audio_output"],
    image_input: ["image_input"],
    image_output: ["image_output"],
    web_search: ["web_search", "web_searches"],
    request: ["requests", "request"],
    is_batch: ["batch"],
    service_tier: ["service_tier", "tier"],
    speed: ["speed"],
    geography: ["geography"],
    stated_usd: ["stated_usd", "cost_usd", "cost", "amount_usd"],
  },
  aside: ["id", "total_tokens", "user", "project"],
};

/** The first of which a sign is found is meant. */
const FOREIGN = [ANTHROPIC, OPENROUTER, CCUSAGE_CODEX, CCUSAGE, OPENAI];

/** Spellings of one name, such as `inputTokens`, `input_tokens` and `Input tokens`, are the same. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9.]/g, "");

/** The format that names of columns belong to. */
export function formatOf(names: ReadonlySet<string>): UsageFormat {
  return FOREIGN.find(({ signs }) => signs.some((sign) => names.has(plainName(sign)))) ?? OWN;
}
