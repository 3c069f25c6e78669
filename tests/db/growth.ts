/**
 * What makes each table grow, and what ends it. `bounded`: as many rows as what it describes has. `pruned`: a job deletes rows. `kept`:
 * a record or a history, which is never deleted, with what one row stands for.
 */
export interface Growth {
  kind: "bounded" | "pruned" | "kept";
  by: string;
}

const bounded = (by: string): Growth => ({ kind: "bounded", by });
const pruned = (by: string): Growth => ({ kind: "pruned", by });
const kept = (by: string): Growth => ({ kind: "kept", by });

const MONEY: Record<string, Growth> = {
  accounts: kept("one row for each purchase by somebody new, and for each token that the operator issues"),
  tokens: kept("one row for each token; a revoked one stays refused"),
  sessions: pruned("12 hours after signing in"),
  sign_in_nonces: pruned("10 minutes after they were asked for"),
  ledger_transactions: kept("one row for each movement of money: the journal"),
  ledger_entries: kept("two rows or more for each movement: the journal"),
  ledger_checks: pruned("90 days after a check of the books"),
  holds: pruned("30 days after a call that was not charged; those of charged calls are the record of what was paid for"),
  no_charge_events: pruned("30 days after a call that was not charged"),
  stored_answers: pruned("a day after the call"),
  call_counters: pruned("an hour after the last call that it counts"),
  quotes: pruned("90 days after an expiry without payment; paid quotes are the record of what was offered"),
  quote_amounts: pruned("when the amount may be offered again"),
  quote_places: pruned("when the amount may be offered again"),
  observed_transfers: kept("one row for each transfer to the wallet"),
  claims: kept("one row for each transaction that paid: the guard against its second use"),
  x402_authorizations: pruned("30 days after the signed payment's expiry; what it moved stands in the ledger"),
  chain_cursors: bounded("one row for each chain"),
  purchases: kept("one row for each purchase"),
  purchase_disputes: kept("one row for each purchase that two parties claimed"),
};

const RECEIPTS: Record<string, Growth> = {
  receipts: kept("one row for each paid call; the text of uncharged ones goes after 30 days, its hash proves the log"),
  receipt_keys: kept("one row for each key that ever signed"),
  receipt_days: kept("one row a day"),
  receipt_logs: kept("one row a day"),
  receipt_log_chunks: kept("one row for each 1,024 receipts"),
  receipt_log_editions: kept("one row for each time that the operator reopened days"),
};

const READINGS: Record<string, Growth> = {
  articles: kept("one row for each article: the archive that the search answers from"),
  raw_texts: kept("one row for each article, as its feed sent it"),
  text_vectors: pruned("when no recent article has the text"),
  news_clusters: kept("one row for each story"),
  news_cluster_days: kept("one row a day"),
  status_services: bounded("one row for each followed provider"),
  status_polls: pruned("14 days after the poll"),
  status_transitions: kept("one row for each change of a provider's state"),
  status_days: kept("one row for each provider and day"),
  incidents: kept("one row for each incident that a provider published"),
  model_listings: bounded("one row for each model and maker or reseller"),
  model_observations: bounded("one row for each model and source"),
  model_aliases: bounded("one row for each name of a model"),
  price_disputes: kept("one row for each time that a source's figure came to be disbelieved or contradicted"),
  seller_absences: bounded("one row for each model that its seller's own list lacks"),
  retirement_statements: bounded("one row for each model, host and source of retirements"),
  retirements: bounded("one row for each model and host whose end a source states"),
  capabilities: bounded("one row for each model that has a score"),
  benchmark_models: bounded("one row for each benchmark and model"),
  benchmark_listings: bounded("one row for each model of a provider that a benchmark names"),
  benchmark_observations: bounded("one row for each benchmark, model and source"),
  gpu_offers: bounded("one row for each offer of the last reading"),
  gpu_days: kept("one row for each GPU, provider and day"),
  probe_samples: pruned("when they are older than what the summaries cover"),
  probe_summaries: bounded("one row for each provider"),
  probe_days: kept("one row for each provider and day"),
  repositories: pruned("when the search did not name them for a while"),
  repository_star_days: pruned("when they are older than what trends compare"),
  kev_entries: bounded("one row for each vulnerability in the catalog"),
  epss_blocks: bounded("one row for each block of the newest publication"),
  security_catalogs: bounded("one row for each catalog"),
  cve_readings: pruned("8 days after the reading"),
};

const HISTORY: Record<string, Growth> = {
  snapshots: kept("one row for each dataset and day"),
  listing_spans: kept("one row for each change of a model's listing"),
  price_book_files: bounded("one row for each format of the price book"),
  score_spans: kept("one row for each change of a score"),
  capability_spans: kept("one row for each change of an ability, which the fit changes when scores come"),
  change_events: kept("one row for each change that readers of the list get"),
  change_days: kept("one row for each captured day whose changes are listed"),
  status_snapshot_rows: kept("one row for each provider and day"),
  crawler_snapshot_rows: kept("one row for each crawler and day"),
  attention_days: kept("one row for each provider and day"),
};

const SERVICE: Record<string, Growth> = {
  installations: bounded("one row"),
  dataset_versions: bounded("one row for each dataset"),
  sources: bounded("one row for each source of the catalogs"),
  host_breakers: bounded("one row for each host of the sources"),
  catalog_loads: bounded("one row for each catalog"),
  job_runs: pruned("30 days after the run"),
  daily_uses: pruned("2 days after the use"),
  rate_limits: pruned("by the limiter itself, an hour after the window ended"),
  clock_confirmations: kept("one row for each time that the operator confirmed the clock"),
  crawler_hits: pruned("90 days after the hit"),
  crawler_recent: bounded("the newest hits"),
  alerts: bounded("one row for each thing that is wrong now"),
  alert_changes: pruned("30 days after the operator was told"),
  watches: pruned("30 days after their end"),
  watch_deliveries: pruned("with their watch, which fires as often as it was paid for"),
};

export const GROWTH: Readonly<Record<string, Growth>> = { ...MONEY, ...RECEIPTS, ...READINGS, ...HISTORY, ...SERVICE };
