import { z } from "zod";
import type { ScoreObservation } from "@/lib/domain/models/scores/score-observation";
import { ProviderId } from "./catalog-entries";
import { idAmong, parseCatalog } from "./parse-catalog";
import { abilityIndex, benchmarkKinds, furtherBenchmarks, scoresAsOf, scoreSources } from "./score-sources";
import raw from "./benchmarks.json";

const sourceKeys = new Set(scoreSources.map((source) => source.key));

const Unstated = z.string().nullable().default(null);

/** Epoch AI's index has no upper end. */
const MOST_POINTS = 200;

const Points = z.number().min(0).max(MOST_POINTS);

const Score = z
  .strictObject({
    benchmark: idAmong([...benchmarkKinds, ...furtherBenchmarks, abilityIndex], "is not a benchmark we know"),
    value: Points,
    low: Points.optional(),
    high: Points.optional(),
    kind: z.enum(["vendor", "independent", "third-party", "unverified"]),
    variant: z.string().min(1),
    source: z.string().refine((key) => sourceKeys.has(key), "is not in the list of sources"),
    config: Unstated,
    date: Unstated,
    /** The model's name at the source, where it differs. */
    as: z.string().min(1).optional(),
    url: Unstated,
    /** Why a figure that looks wrong stays. */
    note: z.string().min(1).optional(),
  })
  .refine(({ benchmark, value }) => benchmark === abilityIndex.id || value <= 100, { message: "is above 100", path: ["value"] });

const Entry = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1).max(120),
  maker: ProviderId,
  released: Unstated,
  scores: z.array(Score).min(1),
});

const toObservations = ({ id, name, maker, released, scores }: z.output<typeof Entry>): ScoreObservation[] =>
  scores.map(({ benchmark, url: sourceUrl, low, high, as, note: _, ...score }) => ({
    ...score,
    ...(low === undefined || high === undefined ? {} : { interval: { low, high } }),
    benchmarkId: benchmark,
    model: as ?? name,
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
