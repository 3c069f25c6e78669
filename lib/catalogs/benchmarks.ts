import { z } from "zod";
import type { ScoreObservation } from "@/lib/domain/models/scores/merge-scores";
import { ProviderId } from "./catalog-entries";
import { idAmong, parseCatalog } from "./parse-catalog";
import { benchmarkKinds, scoresAsOf, scoreSources } from "./score-sources";
import raw from "./benchmarks.json";

const sourceKeys = new Set(scoreSources.map((source) => source.key));

const Unstated = z.string().nullable().default(null);

const Score = z.strictObject({
  benchmark: idAmong(benchmarkKinds, "is not a benchmark we know"),
  value: z.number().min(0).max(100),
  kind: z.enum(["vendor", "independent", "third-party", "unverified"]),
  variant: z.string().min(1),
  source: z.string().refine((key) => sourceKeys.has(key), "is not in the list of sources"),
  config: Unstated,
  date: Unstated,
  url: Unstated,
});

const Entry = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1).max(120),
  maker: ProviderId,
  released: Unstated,
  scores: z.array(Score).min(1),
});

const toObservations = ({ id, name, maker, released, scores }: z.output<typeof Entry>): ScoreObservation[] =>
  scores.map(({ benchmark, url: sourceUrl, ...score }) => ({
    ...score,
    benchmarkId: benchmark,
    model: name,
    knownKey: `${maker}/${id}`,
    displayName: name,
    makerId: maker,
    released,
    sourceUrl,
  }));

/** Scores bundled with the release, used until the job has read the score sources. */
export const bundledScores = {
  asOf: scoresAsOf,
  observations: parseCatalog("lib/catalogs/benchmarks.json", Entry, raw, "id").flatMap(toObservations),
};
