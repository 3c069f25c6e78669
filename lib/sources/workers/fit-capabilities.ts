import { abilityIndex, benchmarkKinds, furtherBenchmarks } from "@/lib/catalogs/score-sources";
import { capabilitiesOf, type Capability } from "@/lib/domain/models/capability/capabilities";
import { fitInputOf } from "@/lib/domain/models/capability/fit-input";
import type { Target } from "@/lib/domain/models/capability/leave-out";
import type { ScoreMeasurement } from "@/lib/domain/models/scores/measurements";

export interface FitTask {
  measurements: readonly ScoreMeasurement[];
  /** The scores that are estimated without themselves, to find how wide intervals must be. */
  targets: readonly Target[];
}

export const fitCapabilities = ({ measurements, targets }: FitTask): Capability[] =>
  capabilitiesOf(fitInputOf(measurements, [...benchmarkKinds, ...furtherBenchmarks], abilityIndex.id), targets);
