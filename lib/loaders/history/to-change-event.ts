import type { ChangeRecord } from "@/db/queries/history/change-events";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { priceSources } from "@/lib/catalogs/price-sources";
import { retirementSourceName } from "../models/retirement-sources";
import { benchmarkName, scoreSources } from "@/lib/catalogs/score-sources";
import { statusPages } from "@/lib/catalogs/status-pages";
import type { ChangeFacts } from "@/lib/domain/history/changes/change-event";
import { changePages, DATASET_PAGES } from "@/lib/domain/history/changes/change-pages";
import { durationWords, priceChangeWords, priceWords } from "@/lib/domain/history/changes/change-words";
import { modelLabel } from "@/lib/domain/models/model-label";
import { sanitizeLabel, sanitizeTitle } from "@/lib/domain/news/sanitize/sanitize";
import type { ChangeEvent } from "@/lib/schemas/history/change";

type Told = Pick<ChangeEvent, "title" | "source" | "details"> & { path: string };
type FactsOf<Kind extends ChangeFacts["kind"]> = Extract<ChangeFacts, { kind: Kind }>;

const pageOf = new Map(statusPages.map((page) => [page.id, page]));

export function sourceNamed(sources: readonly { key: string; name: string; url: string | null }[], key: string | null) {
  const source = sources.find((one) => one.key === key);
  return { name: source?.name ?? key ?? "Several price lists", url: source?.url ?? null };
}

function tellModel(provider: string, facts: FactsOf<"price_changed" | "model_added" | "model_removed">): Told {
  const label = modelLabel(facts.name);
  const named = { model_id: `${provider}/${facts.modelId}`, model: label };
  const who = `${label} of ${providerName(provider)}`;
  const source = sourceNamed(priceSources, facts.priceSource);
  const path = changePages.model(provider, facts.modelId);
  switch (facts.kind) {
    case "price_changed":
      return {
        title: `Price of ${who}: ${priceChangeWords(facts.from, facts.to)}`,
        source,
        path,
        details: { ...named, from: facts.from, to: facts.to },
      };
    case "model_added":
      return { title: `New model: ${who}, ${priceWords(facts.price)}`, source, path, details: { ...named, price: facts.price } };
    case "model_removed":
      return { title: `Model no longer listed: ${who}`, source, path: changePages.provider(provider), details: named };
  }
}

function tellIncident(facts: FactsOf<"incident_opened" | "incident_updated" | "incident_resolved">): Told {
  const page = pageOf.get(facts.service);
  const service = page?.name ?? facts.service;
  const says = sanitizeTitle(facts.title);
  // A service that is followed no more has no provider to show.
  const path = page ? changePages.provider(page.provider) : DATASET_PAGES.provider_status;
  const common = { source: { name: `Status page of ${service}`, url: page?.pageUrl ?? null }, path };
  const incident = { incident_id: facts.incidentId, service, says };
  switch (facts.kind) {
    case "incident_opened":
      return { ...common, title: `${service}: incident began: ${says}`, details: { ...incident, severity: facts.severity } };
    case "incident_updated":
      return { ...common, title: `${service}: now ${facts.state}: ${says}`, details: { ...incident, state: facts.state } };
    case "incident_resolved":
      return {
        ...common,
        title: `${service}: incident ended${durationWords(facts.durationMinutes)}: ${says}`,
        details: { ...incident, duration_minutes: facts.durationMinutes },
      };
  }
}

function tellScore({ name, benchmark, score, from, source, sourceUrl }: FactsOf<"benchmark_entry">): Told {
  const { name: sourceName, url } = sourceNamed(scoreSources, source);
  const model = modelLabel(name);
  const before = from === null ? "" : `, ${from} before`;
  return {
    title: `${model} scores ${score} in ${benchmarkName(benchmark)}${before}`,
    source: { name: sourceName, url: sourceUrl ?? url },
    path: changePages.benchmark(benchmark),
    details: { model, benchmark, score, from },
  };
}

const KEV = { name: "CISA, Known Exploited Vulnerabilities", url: "https://www.cisa.gov/known-exploited-vulnerabilities-catalog" };

function tellKev({ cveId, vendor, product }: FactsOf<"kev_added">): Told {
  const details = { cve_id: cveId, vendor: vendor && sanitizeLabel(vendor), product: product && sanitizeLabel(product) };
  const what = [details.vendor, details.product].filter(Boolean).join(" ");
  return {
    title: `${cveId} is exploited${what ? `: ${what}` : ""}`,
    source: KEV,
    path: changePages.vulnerability(cveId),
    details,
  };
}

function tellRetirement(provider: string, facts: FactsOf<"retirement_announced" | "retirement_moved">): Told {
  const { modelId, retiresOn, precision, replacement, options, source, sourceUrl } = facts;
  const model = sanitizeLabel(modelId);
  const who = `${model} at ${providerName(provider)}`;
  const day = retiresOn === null ? "no day announced" : precision === "earliest" ? `from ${retiresOn} on` : `on ${retiresOn}`;
  const common = {
    source: { name: retirementSourceName(source), url: sourceUrl },
    path: changePages.model(provider, modelId),
  };
  const end = {
    model_id: `${provider}/${modelId}`,
    model,
    retires_on: retiresOn,
    precision,
    replacements: replacement === null ? options : [replacement],
  };
  if (facts.kind === "retirement_announced") return { ...common, title: `Retirement announced: ${who}, ${day}`, details: end };
  return {
    ...common,
    title: `Retirement moved: ${who}, ${day}, before ${facts.from ?? "no day"}`,
    details: { ...end, moved_from: facts.from },
  };
}

function tell(provider: string, facts: ChangeFacts): Told {
  switch (facts.kind) {
    case "benchmark_entry":
      return tellScore(facts);
    case "kev_added":
      return tellKev(facts);
    case "retirement_announced":
    case "retirement_moved":
      return tellRetirement(provider, facts);
    case "price_changed":
    case "model_added":
    case "model_removed":
      return tellModel(provider, facts);
    default:
      return tellIncident(facts);
  }
}

/** A stored change as readers get it: its texts are sanitized by the rules of today. */
export function toChangeEvent({ seq, id, dataset, provider, at, listedAt, facts }: ChangeRecord, baseUrl: string): ChangeEvent {
  const { path, ...told } = tell(provider ?? "", facts);
  return {
    cursor: String(seq),
    id,
    kind: facts.kind,
    dataset,
    provider,
    at: at.toISOString(),
    listed_at: listedAt.toISOString(),
    url: `${baseUrl}${path}`,
    ...told,
  };
}
