import { z } from "zod";
import { RATES } from "@/lib/domain/money/credits";
import { NO_CHARGE_REASONS, type NoChargeReason } from "@/lib/domain/money/no-charge";
import { datasets, type DatasetName } from "@/lib/datasets";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import { templatedPath } from "./parameters";
import { ReceiptPromise, receiptPromise } from "./receipt-promise";
import { contactUri, LICENSE, type Site } from "./site";

const GUARANTEES: Readonly<Record<NoChargeReason, string>> = {
  "5xx": "A call that ends in a 5xx costs nothing.",
  circuit_breaker: "A call refused by an open circuit breaker costs nothing.",
  schema_validation_failure: "An answer that fails our own check costs nothing.",
  stale_data: "An answer from data older than its freshness promise is marked stale and costs nothing.",
  upstream_failure: "A call that fails because a source failed costs nothing.",
  empty_result: "An answer for which nothing was ever captured costs nothing.",
  caller_fault:
    "A call refused for what it asks costs nothing; with more than 20 of them, or more than 60 uncharged answers of any kind, in a minute a token is refused for a minute.",
  clock_unsure:
    "While our clock disagrees with the clocks that it is compared with, or the day's receipt log was closed too early, answers cost nothing; they carry no receipt, since a receipt states a time.",
};

export const NO_CHARGE_GUARANTEES = NO_CHARGE_REASONS.map((id) => ({ id, description: GUARANTEES[id] }));

export const FAIR_TRADE_TEXT =
  "Free endpoints cost nothing and need no key. A paid call is charged only for a finished, valid, fresh answer: no charge for a 5xx, an open circuit breaker, a failed schema check or stale data.";

export const FreshnessPromise = z
  .strictObject({ endpoint: z.string(), max_age_seconds: z.int().nullable(), reason: z.string() })
  .meta({ id: "FreshnessPromise" });

function reasonOf(reads: readonly DatasetName[]): string {
  if (reads.length === 0) return "Computed when asked; no stored data is read.";
  const dated = reads.filter((name) => datasets[name].slaSeconds !== null);
  const titles = (names: readonly DatasetName[]) => names.map((name) => datasets[name].title.toLowerCase()).join(", ");
  return dated.length === 0 ? `Age means nothing here: ${titles(reads)}.` : `The strictest promise of: ${titles(dated)}.`;
}

export function freshnessPromises(catalog: readonly AnyEndpoint[]): z.output<typeof FreshnessPromise>[] {
  return catalog.map((endpoint) => ({
    endpoint: templatedPath(endpoint),
    max_age_seconds: slaOf(endpoint.reads),
    reason: reasonOf(endpoint.reads),
  }));
}

const nullableText = z.string().nullable();

export const FairTradeManifest = z.strictObject({
  version: z.string(),
  name: z.string(),
  abbrev: z.string(),
  publisher: z.strictObject({
    name: z.string(),
    legal_entity: nullableText,
    jurisdiction: z.string(),
    url: z.string(),
    contact: z.string().nullable(),
    social: nullableText,
  }),
  self_description: z.string(),
  no_charge_guarantees: z.array(z.strictObject({ id: z.string(), description: z.string() })).min(1),
  freshness_slas: z.array(FreshnessPromise),
  freshness_url: z.string(),
  receipts: ReceiptPromise,
  pricing: z.strictObject({
    transparent: z.boolean(),
    listed_at: z.string(),
    currency: z.string(),
    network: z.string(),
    credits_per_usd: z.int(),
    paid_endpoints: z.int(),
  }),
  data_license: z.strictObject({ type: z.string(), description: z.string(), terms_url: z.string() }),
  deprecation: z.strictObject({ notice_days: z.int(), channel: z.string(), policy: z.string() }),
});

export function fairTradeManifest(catalog: readonly AnyEndpoint[], site: Site): z.output<typeof FairTradeManifest> {
  const paid = catalog.filter(({ access }) => access.kind === "premium").length;
  const { legalEntity, jurisdiction, contact, socialUrl } = site.operator;
  return {
    version: "1.0",
    name: "Agent Fair-Trade Agreement",
    abbrev: "AFTA",
    publisher: {
      name: site.name,
      legal_entity: legalEntity,
      jurisdiction,
      url: site.baseUrl,
      contact: contact === null ? null : contactUri(contact),
      social: socialUrl,
    },
    self_description: FAIR_TRADE_TEXT,
    no_charge_guarantees: NO_CHARGE_GUARANTEES,
    freshness_slas: freshnessPromises(catalog),
    freshness_url: `${site.baseUrl}/api/freshness`,
    receipts: receiptPromise(site, paid > 0),
    pricing: {
      transparent: true,
      listed_at: `${site.baseUrl}/api/meta`,
      currency: "USDC",
      network: "base",
      credits_per_usd: Number(RATES[0].creditsPerUsd),
      paid_endpoints: paid,
    },
    data_license: { type: LICENSE.type, description: LICENSE.description, terms_url: `${site.baseUrl}/llms.txt` },
    deprecation: {
      notice_days: 90,
      channel: "Deprecation and Sunset headers",
      policy:
        "An endpoint is announced as deprecated at least 90 days before it is withdrawn; after that it answers 410 with alternatives.",
    },
  };
}
