import type { ServiceState } from "@/lib/domain/status/service-state";

/** Members of premium answers that a provider's page shows. A test holds them against the endpoints' schemas. */

export interface ProfileAnswer {
  status: { state: ServiceState; last_checked: string | null };
  models: readonly {
    id: string;
    name: string;
    pricing: { input: number | null; output: number | null } | null;
    context_window: number | null;
  }[];
  recent_news_count: number;
  recent_news: readonly { title: string; source: string }[];
  agent_traffic_24h: number;
  notes: readonly string[];
}

export interface AttentionAnswer {
  range: { from: string; to: string };
  summary: { first: number | null; last: number | null; min: number | null; max: number | null; captured_days: number };
  series: readonly { date: string; attention_score: number | null; rank: number | null }[];
}

export interface ProbeAnswer {
  endpoint: string | null;
  summary: { count: number; ok_pct: number | null; incident_hours: number; days_with_data: number; days_missing: number };
  points: readonly {
    date: string;
    ok_pct: number | null;
    total_p50: number | null;
    total_p95: number | null;
    incident_hours: number;
    has_data: boolean;
  }[];
}
