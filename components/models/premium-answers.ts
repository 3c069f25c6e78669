import type { UnpricedReason } from "@/lib/domain/models/bill/bill";
import type { NotCounted } from "@/lib/domain/models/bill/choose-row";
import type { LeftOutReason } from "@/lib/domain/models/usage/usage-line";
import type { ServiceState } from "@/lib/domain/status/service-state";
import type { RoutingPart } from "@/lib/domain/models/routing/routing-parts";
import type { RoutingWeights } from "@/lib/domain/models/routing/routing-weights";

/** Members of premium answers that pages of models show. A test holds them against the endpoints' schemas. */

interface Unmatched {
  matched: false;
  query: string;
  candidates: readonly string[];
}

interface ComparedModel {
  matched: true;
  query: string;
  id: string;
  name: string;
  provider: string;
  pricing: { blended: number | null } | null;
  context_window: number | null;
  status: ServiceState;
  recent_news_count: number;
  recent_news: readonly { title: string; url: string; source: string; published_at: string }[];
}

interface RankedName {
  id: string;
  name: string;
}

export interface CompareAnswer {
  computed_at: string;
  benchmark_keys: readonly string[];
  models: readonly (ComparedModel | Unmatched)[];
  rankings: {
    cheapest_blended: readonly (RankedName & { blended: number })[];
    most_context: readonly (RankedName & { context_window: number })[];
    by_benchmark: Readonly<Record<string, readonly (RankedName & { score: number })[]>>;
  };
  notes: readonly string[];
}

interface Projection {
  matched: true;
  query: string;
  model: string;
  model_id: string;
  provider: string;
  rates: { input_per_1m: number | null; output_per_1m: number | null };
  daily: { total: number | null };
  weekly_total: number | null;
  monthly_total: number | null;
  yearly_total: number | null;
}

export interface ProjectionAnswer {
  computed_at: string;
  workload: { input_tokens_per_day: number; output_tokens_per_day: number };
  projections: readonly (Projection | Unmatched)[];
  ranked_cheapest_monthly: readonly { model: string; provider: string; monthly_total: number }[];
  notes: readonly string[];
}

export interface BillSum {
  lines: number;
  priced: number;
  usd: number;
}

interface BilledLine {
  line: number;
  query: string;
  model_id: string | null;
  from: string;
  to: string;
  usd: number | null;
  charges: readonly { kind: string; quantity: number; usd: number | null; reading: number | null }[];
  confidence: string | null;
  not_counted: readonly NotCounted[];
  assumed: readonly string[];
  reason?: UnpricedReason | undefined;
  candidates?: readonly string[] | undefined;
  stated_usd?: number | undefined;
}

export interface BillAnswer {
  read: {
    format_name: string;
    ignored: readonly string[];
    left_out: readonly { line: number; reason: LeftOutReason }[];
  };
  total: BillSum & { stated_usd: number | null; difference_usd: number | null };
  by_model: readonly (BillSum & { model_id: string; model: string; provider: string })[];
  by_month: readonly (BillSum & { month: string })[];
  lines?: readonly BilledLine[] | undefined;
  readings?: readonly { id: number; price_usd: number; source: string; last_validated_at: string; rule: string }[] | undefined;
  notes: readonly string[];
}

export interface Recommendation {
  rank: number;
  model: { id: string; name: string; provider: string };
  pricing: { input: number; output: number; blended: number };
  status: ServiceState;
  composite_score: number;
  components: Readonly<Record<RoutingPart, number>>;
  coverage: number;
  /** What stands for scores that nobody measured. */
  assumed: readonly { benchmark: string; score: number; low: number; high: number; basis: "capability" | "percentile" }[];
}

export interface RoutingAnswer {
  task: string;
  computed_at: string;
  weights: RoutingWeights;
  considered: number;
  recommendations: readonly Recommendation[];
  notes: readonly string[];
}
