import { bundledScores } from "@/lib/catalogs/benchmarks";
import { statusPages } from "@/lib/catalogs/status-pages";
import { companyOf } from "@/lib/catalogs/providers";
import { abilityIndex, benchmarkKinds, furtherBenchmarks } from "@/lib/catalogs/score-sources";
import { capabilitiesOf } from "@/lib/domain/models/capability/capabilities";
import { fitInputOf, targetsOf } from "@/lib/domain/models/capability/fit-input";
import { blendedPrice, listingKey } from "@/lib/domain/models/model-listing";
import { attachScores } from "@/lib/domain/models/scores/attach-scores";
import { mergeScores } from "@/lib/domain/models/scores/merge-scores";
import { routingCandidates } from "@/lib/domain/models/routing/routing-candidates";
import { QUALITY_KINDS, rankModels, type QualityKind } from "@/lib/domain/models/routing/rank-models";
import { ROUTING_TASKS, type RoutingTask } from "@/lib/domain/models/routing/routing-blends";
import { DEFAULT_WEIGHTS } from "@/lib/domain/models/routing/routing-weights";
import { bundledListings } from "../support/models/named-models";

/**
 * Prints the first ten models of each task and budget, to be judged by people. Listings and scores
 * come with the release.
 */

const today = new Date().toISOString().slice(0, 10);
const { models, measurements } = mergeScores(bundledScores.observations, { listingOf: () => null, isOnlySnapshot: () => true });
const fitted = capabilitiesOf(fitInputOf(measurements, [...benchmarkKinds, ...furtherBenchmarks], abilityIndex.id), targetsOf(models));
const capabilityOf = new Map(fitted.map((capability) => [capability.model, capability]));
const byKey = new Map(models.map((model) => [model.key, model]));
const listings = bundledListings();
const attachments = attachScores(listings, models, companyOf);
const scores = new Map(
  attachments.flatMap(({ providerId, modelId, benchmarkKey }) => {
    const reports = Object.entries(byKey.get(benchmarkKey)?.scores ?? {});
    const measured = Object.fromEntries(reports.filter(([, one]) => one.kind !== "unverified").map(([id, one]) => [id, one.value]));
    return reports.length === 0 ? [] : [[`${providerId}/${modelId}`, { benchmarkKey, measured, scoresOf: null }] as const];
  }),
);
const capabilities = new Map(
  attachments.flatMap(({ providerId, modelId, benchmarkKey }) => {
    const capability = capabilityOf.get(benchmarkKey);
    return capability ? [[listingKey({ providerId, modelId }), capability] as const] : [];
  }),
);
/** Pages that no machine can read tell no state. */
const stateOf = (providerId: string) => (readable.has(providerId) ? ("operational" as const) : ("unknown" as const));
const readable = new Set(statusPages.flatMap(({ provider, format }) => (format === "page" ? [] : [provider])));
const makers = listings.filter(({ isMakersListing }) => isMakersListing);
const candidates = routingCandidates({ listings: makers, scores, capabilities, stateOf, today });

const print = (line: string) => process.stdout.write(`${line}\n`);
const YEAR_AGO = new Date(Date.now() - 365 * 86_400_000).toISOString();
const firsts = new Map<string, number>();
let [places, old] = [0, 0];

function printList(task: RoutingTask, qualityKind: QualityKind, budget: number | undefined): void {
  const { ranked, considered } = rankModels(candidates, { task, qualityKind, weights: DEFAULT_WEIGHTS, budget, topN: 10 });
  print(`${task} by ${qualityKind}, ${budget === undefined ? "no budget" : `at most $${budget}`} (of ${considered} models)`);
  for (const { rank, candidate, components, compositeScore, coverage } of ranked) {
    const { providerId, modelId, listing } = candidate;
    const id = `${providerId}/${modelId}`;
    const price = blendedPrice(candidate.inputPrice, candidate.outputPrice).toFixed(2);
    print(
      `  ${String(rank).padStart(2)} ${id.padEnd(40)} ${(listing.released ?? "unknown").padEnd(10)} $${price.padStart(6)} quality ${components.quality.toFixed(3)}, cost ${components.cost.toFixed(3)}, score ${compositeScore.toFixed(3)}, measured ${Math.round(100 * coverage)}%`,
    );
    places += 1;
    if (listing.released !== null && listing.released < YEAR_AGO.slice(0, listing.released.length)) old += 1;
    if (rank === 1) firsts.set(id, (firsts.get(id) ?? 0) + 1);
  }
}

for (const qualityKind of QUALITY_KINDS) {
  for (const task of ROUTING_TASKS) for (const budget of [undefined, 0.5, 2, 10]) printList(task, qualityKind, budget);
}
print(
  `Of ${places} places ${old} go to models known to be older than a year. First: ${[...firsts].map(([id, count]) => `${id} ${count} times`).join(", ")}`,
);
