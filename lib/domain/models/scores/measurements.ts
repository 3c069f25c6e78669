import type { ScoreObservation } from "./score-observation";

/** A score of a model in a setting: what was asked, and whether the maker or somebody else asked. */
export interface ScoreMeasurement {
  model: string;
  benchmarkId: string;
  variant: string;
  isMakers: boolean;
  value: number;
  interval?: { low: number; high: number };
}

/** Joins what tells one setting from another. */
export const settingOf = ({ benchmarkId, variant, isMakers }: Omit<ScoreMeasurement, "model" | "value">): string =>
  `${benchmarkId}: ${variant}, ${isMakers ? "by makers" : "by others"}`;

const originOf = ({ source, benchmarkId, variant }: ScoreObservation): string => [source, benchmarkId, variant].join("\n");

/** Without what the release took from a source that was read since: an index is made anew each week. */
function currentOf(observations: readonly ScoreObservation[]): ScoreObservation[] {
  const read = new Set(observations.filter(({ knownKey }) => knownKey === null).map(originOf));
  return observations.filter((observation) => observation.knownKey === null || !read.has(originOf(observation)));
}

/** The best run of a model in each setting, since runs differ in effort. What nobody verified is no measurement. */
export function measurementsOf(model: string, observations: readonly ScoreObservation[]): ScoreMeasurement[] {
  const best = new Map<string, ScoreMeasurement>();
  for (const { benchmarkId, variant, kind, value, interval } of currentOf(observations)) {
    if (kind === "unverified") continue;
    const measurement = { model, benchmarkId, variant, isMakers: kind === "vendor", value, ...(interval ? { interval } : {}) };
    const setting = settingOf(measurement);
    if (value > (best.get(setting)?.value ?? -1)) best.set(setting, measurement);
  }
  return [...best.values()];
}
