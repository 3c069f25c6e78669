/**
 * Section 4 of the specification as a table: what each answer holds, in `path type` lines.
 * `[]` is every entry of a list, which is not empty unless `?` follows; `*` every value of an object, `*?` those that are not null.
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

const billing = ["billing.credits_charged integer", "billing.credits_remaining integer"];

const range = ["range.from date", "range.to date", "range.days integer"];

export interface SpecAnswer {
  path: string;
  fields: readonly string[];
}

export const FREE_ANSWERS: readonly SpecAnswer[] = [
  { path: "/api/meta", fields: ["site string", "api object", "api.* string"] },
  { path: "/api/health", fields: ["timestamp date-time", "news object", "models object", "benchmarks object", "agents object"] },
  { path: "/api/news", fields: ["source string", "updated date-time", "count integer", "sanitization string", ...article("articles[]")] },
  { path: "/api/agents/news", fields: ["articles[] object"] },
  { path: "/api/status", fields: ["source string", "checked date-time", "services[].name string", "services[].provider string", "services[].status string", "services[].statusPageUrl string", "services[].components[]?.name string", "services[].components[]?.status string", "services[].lastChecked date-time|null"] },
  { path: "/api/status/summary", fields: ["summary.total integer", "summary.operational integer", "summary.degraded integer", "summary.down integer"] },
  { path: "/api/models", fields: ["lastUpdated string", "providers[].models[]?.id string", "providers[].models[]?.name string", "providers[].models[]?.contextWindow integer", "providers[].models[]?.capabilities[]? string"] },
  { path: "/api/agents/pricing", fields: [] },
  {
    path: "/api/benchmarks",
    fields: ["lastUpdated string", "benchmarks[].id string", "benchmarks[].name string", "benchmarks[].description string", "benchmarks[].maxScore number", "models[].model string", "models[].provider string", "models[].scores.* number"],
  },
  { path: "/api/agents/directory", fields: ["source string", "categories[] object", "agents[] object"] },
  { path: "/api/agents/activity", fields: [] },
  {
    path: "/api/harnesses",
    fields: [
      "lastUpdated string", "benchmarks[].id string", "benchmarks[].name string", "benchmarks[].maxScore number", "benchmarks[].unit string", "benchmarks[].sourceUrl string",
      "harnesses[].id string", "harnesses[].name string", "harnesses[].vendor string", "harnesses[].type string", "harnesses[].openSource boolean", "harnesses[].modelLockIn string",
      "results[].harness string", "results[].model string", "results[].scores.* number|null", "rollups[].harness string", "rollups[].best.*?.model string", "rollups[].best.*?.score number",
    ],
  },
  {
    path: "/api/embeddings",
    fields: [
      "lastUpdated string", "count integer", "models[].id string", "models[].name string", "models[].provider string", "models[].type string", "models[].dimensions integer|null", "models[].maxInputTokens integer",
      "models[].pricePer1MTokens number|null", "models[].openSource boolean", "models[].license string", "models[].multilingual boolean", "models[].mtebAvg number|null", "models[].pricingNote string",
    ],
  },
  {
    path: "/api/multimodal",
    fields: [
      "lastUpdated string", "count integer", "models[].id string", "models[].name string", "models[].provider string", "models[].modality string", "models[].pricingUnit string",
      "models[].pricingAmount number|null", "models[].maxOutput string", "models[].features[]? string",
    ],
  },
  {
    path: "/api/vector-dbs",
    fields: [
      "lastUpdated string", "count integer", "databases[].id string", "databases[].name string", "databases[].type string", "databases[].hostingOptions[] string", "databases[].freeTier string|null",
      "databases[].startingPriceUSDMonth number|null", "databases[].hybridSearch boolean", "databases[].openSource boolean", "databases[].license string",
    ],
  },
  {
    path: "/api/payment/info",
    fields: [
      "operator.legal_entity string", "operator.jurisdiction string", "operator.contact string",
      "wallet.address string|null", "wallet.currency string", "wallet.network string", "wallet.contract string", "wallet.decimals integer", "pricing.base_rate string",
    ],
  },
  { path: "/api/preview/routing", fields: [] },
];

/** Asked with a token, free of charge. */
export const HOLDER_ANSWERS: readonly SpecAnswer[] = [
  {
    path: "/api/payment/history",
    fields: [
      "token_short string", "current_balance integer", "total_purchased_usd number", "total_credits_added integer", "purchase_count integer",
      "purchases[]?.tx_hash string", "purchases[]?.amount_usd number", "purchases[]?.credits_added integer", "purchases[]?.block_number integer", "purchases[]?.confirmed_at date-time",
    ],
  },
];

const PREMIUM: readonly SpecAnswer[] = [
  {
    path: "/api/premium/security/verified/{cve_id}",
    fields: [
      "source_format string", "target_format string", "schema_version string", "cleaning_version string", "compression_stats.source_bytes integer", "compression_stats.cleaned_bytes integer",
      "compression_stats.reduction_pct number", "compression_stats.approx_tokens_saved integer", "data.cve_id string", "data.severity_band string|null", "data.cvss_v3_1_score number|null", "data.summary string|null",
      "data.exploited_in_wild boolean|null", "data.epss_probability number|null", "data.exploit_likelihood_band string|null", "data.cwes[]? string", "data.affected_ecosystems[]? string", "data.ssvc object|null",
      "data.confirmed_by[] string", "data.corroboration_count integer", "data.per_source.*.ok boolean", "data.per_source.kev.date_added string|null", "data.per_source.epss object", "data.per_source.osv object", "data.per_source.vulnrichment object",
    ],
  },
  {
    path: "/api/premium/routing",
    fields: [
      "task string", "weights.quality number", "weights.availability number", "weights.cost number", "weights.latency number", "recommendations[].rank integer", "recommendations[].model.name string",
      "recommendations[].model.provider string", "recommendations[].pricing.input number", "recommendations[].pricing.output number", "recommendations[].status string", "recommendations[].composite_score number",
      "recommendations[].components.quality number", "recommendations[].components.availability number", "recommendations[].components.cost number", "recommendations[].components.latency number",
    ],
  },
  {
    path: "/api/premium/attention/series",
    fields: [
      "provider string", ...range, "summary.first number|null", "summary.last number|null", "summary.delta number|null", "summary.min number|null", "summary.max number|null", "summary.avg number|null",
      "summary.captured_days integer", "series[].date date", "series[].attention_score number|null", "series[].rank integer|null", "series[].news_24h integer|null", "series[].news_7d integer|null",
      "series[].trending_repos integer|null", "series[].agent_hits integer|null",
    ],
  },
  {
    path: "/api/premium/providers/{name}",
    fields: [
      "provider.id string", "provider.name string", "status.state string", "status.status_page_url string|null", "models[].id string", "models[].name string", "models[].tier string|null",
      "models[].pricing.input number|null", "models[].pricing.output number|null", "models[].pricing.blended number|null", "models[].benchmark_scores object", "recent_news_count integer", "agent_traffic_24h integer",
    ],
  },
  {
    path: "/api/premium/history/pricing/series",
    fields: [
      "model string", "provider string", ...range, "points[].date date", "points[].input number|null", "points[].output number|null", "points[].blended number|null",
      "summary.delta_pct_blended number|null", "summary.changes_detected integer", "summary.min_blended number|null", "summary.max_blended number|null",
    ],
  },
  { path: "/api/premium/history/benchmarks/series", fields: [] },
  { path: "/api/premium/history/compare", fields: ["type string", "from_date date", "to_date date", "added[]? object", "removed[]? object", "changed[].model string", "changed[].field string", "changed[].from number", "changed[].to number", "changed[].delta_pct number|null", "unchanged_count integer"] },
  {
    path: "/api/premium/compare/models",
    fields: [
      "benchmark_keys[] string", "models[].matched boolean", "models[].name string", "models[].provider string", "models[].pricing.blended number", "models[].benchmarks.* number|null",
      "rankings.cheapest_blended[].name string", "rankings.cheapest_blended[].blended number", "rankings.by_benchmark.*[]?.name string", "rankings.by_benchmark.*[]?.score number",
    ],
  },
  {
    path: "/api/premium/forecast",
    fields: [
      "target string", "model string", "field string|null", "current_value number", "trend.slope_per_day number", "trend.r_squared number|null", "confidence.score number", "confidence.label string",
      "forecast[].date date", "forecast[].predicted number", "forecast[].lower number", "forecast[].upper number", "notes[] string",
    ],
  },
  {
    path: "/api/premium/history/news/verified",
    fields: [
      "date date", "min_sources_filter integer", "items[].cluster_id string", "items[].date date", "items[].source_count integer", "items[].corroboration_band string", "items[].sources[] string", "items[].article_ids[] string",
      "items[].hero.title string", "items[].hero.url string", "items[].hero.source string", "items[].hero.publishedAt date-time", "items[].first_seen_at date-time",
    ],
  },
  {
    path: "/api/premium/cost/projection",
    fields: [
      "workload.input_tokens_per_day number", "workload.output_tokens_per_day number", "projections[].model string", "projections[].matched boolean", "projections[].rates.input_per_1m number", "projections[].rates.output_per_1m number",
      "projections[].daily.total number", "projections[].weekly.total number", "projections[].monthly.total number", "projections[].yearly.total number", "projections[].monthly_total number",
      "ranked_cheapest_monthly[].model string", "ranked_cheapest_monthly[].monthly_total number",
    ],
  },
  {
    path: "/api/premium/history/status/uptime",
    fields: ["provider string", "days_total integer", "days_with_data integer", "days_operational integer", "days_degraded integer", "days_down integer", "uptime_pct number|null", "incident_days[].date date", "incident_days[].status string"],
  },
  {
    path: "/api/premium/whats-new",
    fields: [
      "window.from date|date-time", "window.to date|date-time", "window.days integer", "summary.total_pricing_changes integer|null", "summary.new_models integer|null", "summary.incidents integer", "summary.news_articles integer",
      "pricing.changes[]?.model string", "pricing.changes[]?.field string", "pricing.changes[]?.from number", "pricing.changes[]?.to number", "pricing.changes[]?.delta_pct number|null",
      "status.currently_operational any", "status.currently_degraded any", "status.currently_down any", "news[].title string", "news[].url string", "news[].published_at date-time",
    ],
  },
  { path: "/api/premium/news/search", fields: ["results[].title string", "results[].relevance number"] },
];

export const PREMIUM_ANSWERS: readonly SpecAnswer[] = PREMIUM.map(({ path, fields }) => ({ path, fields: [...fields, ...billing] }));
