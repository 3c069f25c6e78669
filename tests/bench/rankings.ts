import { bundledScores } from "@/lib/catalogs/benchmarks";
import { statusPages } from "@/lib/catalogs/status-pages";
import { companyOf } from "@/lib/catalogs/providers";
import { abilityIndex, benchmarkKinds, furtherBenchmarks } from "@/lib/catalogs/score-sources";
import { capabilitiesOf } from "@/lib/domain/models/capability/capabilities";
import { fitInputOf, targetsOf } from "@/lib/domain/models/capability/fit-input";
import { attachScores } from "@/lib/domain/models/scores/attach-scores";
import { mergeScores } from "@/lib/domain/models/scores/merge-scores";
import { routingCandidates } from "@/lib/domain/models/routing/routing-candidates";
import { rankModels } from "@/lib/domain/models/routing/rank-models";
import { ROUTING_TASKS } from "@/lib/domain/models/routing/routing-blends";
import { DEFAULT_WEIGHTS } from "@/lib/domain/models/routing/routing-weights";
import { bundledListings } from "../support/models/named-models";

const kind = process.argv[2] === "capability" ? "capability" : "blend";
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
    return capability ? [[`${providerId}/${modelId}`, capability] as const] : [];
  }),
);
/** Of pages that no machine can read, no state is known. */
const stateOf = (providerId: string) => (readable.has(providerId) ? ("operational" as const) : ("unknown" as const));
const readable = new Set(statusPages.flatMap(({ provider, format }) => (format === "page" ? [] : [provider])));
const makers = listings.filter(({ isMakersListing }) => isMakersListing);
const candidates = routingCandidates({ listings: makers, scores, capabilities, stateOf, today });

const print = (line: string) => process.stdout.write(`${line}\n`);
for (const task of ROUTING_TASKS) {
  for (const budget of [undefined, 0.5, 2, 10]) {
    const { ranked, considered } = rankModels(candidates, { task, qualityKind: kind, weights: DEFAULT_WEIGHTS, budget, topN: 10 });
    print(`${task}, ${budget === undefined ? "no budget" : `at most $${budget}`} (${considered} models)`);
    for (const { rank, candidate, components, compositeScore, coverage } of ranked) {
      const price = ((candidate.inputPrice + candidate.outputPrice) / 2).toFixed(2);
      print(
        `  ${String(rank).padStart(2)} ${`${candidate.providerId}/${candidate.modelId}`.padEnd(44)} ${candidate.listing.released ?? "-"} $${price} quality ${components.quality.toFixed(3)} cost ${components.cost.toFixed(3)} score ${compositeScore.toFixed(3)} measured ${Math.round(100 * coverage)}%`,
      );
    }
  }
}
if (process.argv[3] === "abilities") {
  const seen = new Map(candidates.map((c) => [`${c.providerId}/${c.modelId}`, c]));
  for (const [id, c] of [...seen].toSorted((a, b) => (b[1].ability?.ability ?? 0) - (a[1].ability?.ability ?? 0))) {
    const cap = capabilities.get(id);
    print(
      `ABLE ${id.padEnd(45)} ${c.listing.released} $${(c.inputPrice + c.outputPrice) / 2} ${cap?.ability} (${cap?.low}-${cap?.high}) code ${cap?.code} n ${cap?.scores} est ${JSON.stringify(Object.fromEntries(Object.entries(cap?.estimates ?? {}).map(([k, v]) => [k, v.score])))} own ${JSON.stringify(c.scores)}`,
    );
  }
}
