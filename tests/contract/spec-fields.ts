/**
 * Section 4 of the specification as a table: the fields of each answer as `path type` lines.
 * `[]` means every entry of a list that must not be empty (`[]?` may be); `*` every value of an object, `*?` every non-null one.
 */
const article = (at: string): string[] => [
  `${at}.id string`,
  `${at}.title string`,
  `${at}.url string`,
  `${at}.source string`,
  `${at}.sourceDomain string`,
  `${at}.snippet string`,
  `${at}.categories[]? string`,
  `${at}.publishedAt date-time`,
  `${at}.fetchedAt date-time`,
];

export interface SpecAnswer {
  path: string;
  fields: readonly string[];
}

export const FREE_ANSWERS: readonly SpecAnswer[] = [
  { path: "/api/meta", fields: ["site string", "api object", "api.* string"] },
  { path: "/api/health", fields: ["timestamp date-time", "news object", "models object", "benchmarks object", "agents object"] },
  { path: "/api/news", fields: ["source string", "updated date-time", "count integer", "sanitization string", ...article("articles[]")] },
  { path: "/api/agents/news", fields: ["articles[] object"] },
  {
    path: "/api/status",
    fields: [
      "source string",
      "checked date-time",
      "services[].name string",
      "services[].provider string",
      "services[].status string",
      "services[].statusPageUrl string",
      "services[].components[]?.name string",
      "services[].components[]?.status string",
      "services[].lastChecked date-time|null",
    ],
  },
  {
    path: "/api/status/summary",
    fields: [
      "summary.total integer",
      "summary.operational integer",
      "summary.degraded integer",
      "summary.down integer",
      "summary.unknown integer",
    ],
  },
  {
    path: "/api/models",
    fields: [
      "lastUpdated string",
      "providers[].models[]?.id string",
      "providers[].models[]?.name string",
      "providers[].models[]?.contextWindow integer",
      "providers[].models[]?.capabilities[]? string",
    ],
  },
  { path: "/api/agents/pricing", fields: [] },
  {
    path: "/api/benchmarks",
    fields: [
      "lastUpdated string",
      "benchmarks[].id string",
      "benchmarks[].name string",
      "benchmarks[].description string",
      "benchmarks[].maxScore number",
      "models[].model string",
      "models[].provider string",
      "models[].scores.* number",
    ],
  },
  { path: "/api/agents/directory", fields: ["source string", "categories[] object", "agents[] object"] },
  { path: "/api/agents/activity", fields: [] },
  {
    path: "/api/harnesses",
    fields: [
      "lastUpdated string",
      "benchmarks[].id string",
      "benchmarks[].name string",
      "benchmarks[].maxScore number",
      "benchmarks[].unit string",
      "benchmarks[].sourceUrl string",
      "harnesses[].id string",
      "harnesses[].name string",
      "harnesses[].vendor string",
      "harnesses[].type string",
      "harnesses[].openSource boolean",
      "harnesses[].modelLockIn string",
      "results[].harness string",
      "results[].model string",
      "results[].scores.* number|null",
      "rollups[].harness string",
      "rollups[].best.*?.model string",
      "rollups[].best.*?.score number",
    ],
  },
  {
    path: "/api/embeddings",
    fields: [
      "lastUpdated string",
      "count integer",
      "models[].id string",
      "models[].name string",
      "models[].provider string",
      "models[].type string",
      "models[].dimensions integer|null",
      "models[].maxInputTokens integer",
      "models[].pricePer1MTokens number|null",
      "models[].openSource boolean",
      "models[].license string",
      "models[].multilingual boolean",
      "models[].mtebAvg number|null",
      "models[].pricingNote string",
    ],
  },
  {
    path: "/api/multimodal",
    fields: [
      "lastUpdated string",
      "count integer",
      "models[].id string",
      "models[].name string",
      "models[].provider string",
      "models[].modality string",
      "models[].pricingUnit string",
      "models[].pricingAmount number|null",
      "models[].maxOutput string",
      "models[].features[]? string",
    ],
  },
  {
    path: "/api/vector-dbs",
    fields: [
      "lastUpdated string",
      "count integer",
      "databases[].id string",
      "databases[].name string",
      "databases[].type string",
      "databases[].hostingOptions[] string",
      "databases[].freeTier string|null",
      "databases[].startingPriceUSDMonth number|null",
      "databases[].hybridSearch boolean",
      "databases[].openSource boolean",
      "databases[].license string",
    ],
  },
  {
    path: "/api/payment/info",
    fields: [
      "operator.legal_entity string",
      "operator.jurisdiction string",
      "operator.contact string",
      "wallet.address string|null",
      "wallet.currency string",
      "wallet.network string",
      "wallet.contract string",
      "wallet.decimals integer",
      "pricing.base_rate string",
    ],
  },
  { path: "/api/preview/routing", fields: [] },
];

/** Need a token, but cost nothing. */
export const HOLDER_ANSWERS: readonly SpecAnswer[] = [
  {
    path: "/api/payment/history",
    fields: [
      "token_short string",
      "current_balance integer",
      "total_purchased_usd number",
      "total_credits_added integer",
      "purchase_count integer",
      "purchases[]?.tx_hash string",
      "purchases[]?.amount_usd number",
      "purchases[]?.credits_added integer",
      "purchases[]?.block_number integer",
      "purchases[]?.confirmed_at date-time",
    ],
  },
];
