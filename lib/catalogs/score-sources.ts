import { z } from "zod";
import { LooseDate, parseCatalog } from "./parse-catalog";
import raw from "./score-sources.json";

const FILE = "lib/catalogs/score-sources.json";

const Named = { id: z.string().regex(/^[a-z0-9_]+$/), name: z.string().min(1), description: z.string().min(1), url: z.url() };

/** How the fit of abilities sees a benchmark. */
const Asks = { skill: z.enum(["code", "maths"]).nullable(), guessing: z.number().min(0).max(50) };

const Benchmark = z.strictObject({ ...Named, ...Asks, max_score: z.literal(100), unit: z.string().min(1) });

const FurtherBenchmark = z.strictObject({ ...Named, ...Asks });

const ScoreSource = z.strictObject({
  key: z.string().min(1),
  name: z.string().min(1),
  url: z.url().nullable(),
  license: z.string().min(1),
  date: LooseDate,
});

export type ScoreSource = z.output<typeof ScoreSource>;

export const benchmarkKinds = parseCatalog(FILE, Benchmark, raw.benchmarks, "id");

/** Benchmarks that only the fit of abilities uses, not the answers. Guessing is in points. */
export const furtherBenchmarks = parseCatalog(FILE, FurtherBenchmark, raw.further, "id");

/** An index of ability that Epoch AI makes of its benchmarks. */
export const abilityIndex = z.strictObject(Named).parse(raw.index);

export const benchmarkNames: Readonly<Record<string, string>> = Object.fromEntries(benchmarkKinds.map(({ id, name }) => [id, name]));

/** The id itself where no benchmark has it. */
export const benchmarkName = (id: string): string => benchmarkKinds.find((kind) => kind.id === id)?.name ?? id;

export const scoreSources: readonly ScoreSource[] = parseCatalog(FILE, ScoreSource, raw.sources, "key");

/** Day of the newest figure in the bundled catalog; a month becomes its first day. */
export const scoresAsOf: string = LooseDate.parse(raw.as_of).padEnd(10, "-01");
