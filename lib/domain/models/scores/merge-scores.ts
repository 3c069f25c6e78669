import { normaliseModelKey } from "../resolve-model";
import { isShown } from "./benchmark-ids";
import { measurementsOf, type ScoreMeasurement } from "./measurements";
import { undatedForm } from "./model-versions";
import type { ScoreKind, ScoreObservation } from "./score-observation";

type ScoreReading = Pick<ScoreObservation, "value" | "kind" | "variant" | "config" | "source" | "sourceUrl" | "date">;

export interface ScoreReport extends ScoreReading {
  others: ScoreReading[];
}

export interface ScoredModel {
  key: string;
  name: string;
  makerId: string;
  released: string | null;
  /** Scores in the benchmarks that answers show. */
  scores: Record<string, ScoreReport>;
  /** The spellings of the sources. */
  names: readonly string[] | null;
}

const KIND_RANK: Record<ScoreKind, number> = { vendor: 0, independent: 1, "third-party": 2, unverified: 3 };
const MOST_OTHERS = 8;
/** Variants of a benchmark that rank after its usual task set. */
const VARIANT_RANK: Readonly<Record<string, number>> = { MATH: 1, "MATH level 5": 2 };

const readingOf = ({ value, kind, variant, config, source, sourceUrl, date }: ScoreObservation): ScoreReading => ({
  value,
  kind,
  variant,
  config,
  source,
  sourceUrl,
  date,
});

const isUnverified = ({ kind }: ScoreReading): number => (kind === "unverified" ? 1 : 0);

/**
 * Orders verified readings first. Then come the usual task set, vendor before independent before
 * third-party scores, and the newest.
 */
function compareReadings(left: ScoreReading, right: ScoreReading): number {
  return (
    isUnverified(left) - isUnverified(right) ||
    (VARIANT_RANK[left.variant] ?? 0) - (VARIANT_RANK[right.variant] ?? 0) ||
    KIND_RANK[left.kind] - KIND_RANK[right.kind] ||
    (right.date ?? "").localeCompare(left.date ?? "") ||
    right.value - left.value ||
    left.source.localeCompare(right.source)
  );
}

/** The best run per source, task set and kind, since most runs differ only in effort. */
function bestRuns(readings: readonly ScoreReading[]): ScoreReading[] {
  const best = new Map<string, ScoreReading>();
  for (const reading of readings) {
    const key = `${reading.source}\n${reading.variant}\n${reading.kind}`;
    const current = best.get(key);
    if (!current || reading.value > current.value || (reading.value === current.value && (reading.date ?? "") > (current.date ?? ""))) {
      best.set(key, reading);
    }
  }
  return [...best.values()];
}

function reportOf(observations: readonly ScoreObservation[]): ScoreReport | null {
  const [first, ...others] = bestRuns(observations.map(readingOf)).sort(compareReadings);
  return first ? { ...first, others: others.slice(0, MOST_OTHERS) } : null;
}

/** Splits an effort or thinking budget off an id's end: `gpt-5-mini-2025-08-07_high`, `…_32K`. */
export function splitEffort(model: string): { model: string; effort: string | null } {
  const match = /^(.+)_(none|minimal|low|medium|high|xhigh|max|\d+k)$/i.exec(model.trim());
  return match?.[1] ? { model: match[1], effort: (match[2] ?? "").toLowerCase() } : { model: model.trim(), effort: null };
}

const nameKey = (makerId: string, name: string): string => `${makerId}/${normaliseModelKey(name)}`;

const isSnapshot = (model: string): boolean => undatedForm(normaliseModelKey(model)) !== normaliseModelKey(model);

/** Names of snapshots by the model's undated name, as far as scores are known. */
function snapshotsIn(observations: readonly ScoreObservation[]): ReadonlyMap<string, ReadonlySet<string>> {
  const snapshots = new Map<string, Set<string>>();
  for (const { model, knownKey } of observations) {
    for (const name of [model, knownKey]) {
      const form = name === null ? "" : normaliseModelKey(name);
      const undated = undatedForm(form);
      if (form !== undated) snapshots.set(undated, (snapshots.get(undated) ?? new Set()).add(form));
    }
  }
  return snapshots;
}

/** The names of one version. A snapshot is its model only where neither the scores nor the listings know another. */
function keysOf(
  { model, displayName }: ScoreObservation,
  makerId: string,
  snapshots: ReturnType<typeof snapshotsIn>,
  identity: ScoreIdentity,
): string[] {
  const form = normaliseModelKey(model);
  const undated = undatedForm(form);
  if (form === undated) return [model, displayName].flatMap((name) => (name ? [nameKey(makerId, name)] : []));
  const isOnly = snapshots.get(undated)?.size === 1 && identity.isOnlySnapshot(model, makerId);
  return [nameKey(makerId, model), ...(isOnly ? [nameKey(makerId, undated)] : [])];
}

export interface ScoreIdentity {
  /** Whether the listings know no other snapshot of this model. */
  isOnlySnapshot(name: string, makerId: string): boolean;
  /** The listing of this very version. */
  listingOf(name: string, makerId: string | null): { makerId: string; modelId: string; name: string } | null;
}

interface Group {
  name: string;
  makerId: string;
  released: string | null;
  observations: ScoreObservation[];
}

/** Every name under which the catalog's sources list a model, the catalog's own before the others. */
function catalogNames(groups: ReadonlyMap<string, Group>): Map<string, string> {
  const named = [...groups].flatMap(([key, { makerId, name }]) => [nameKey(makerId, name), key].map((form) => [form, key] as const));
  const elsewhere = [...groups].flatMap(([key, { makerId, observations }]) =>
    [...new Set(observations.map(({ model }) => model))].map((model) => [nameKey(makerId, model), key] as const),
  );
  return new Map([...elsewhere.toReversed(), ...named]);
}

function catalogGroups(observations: readonly ScoreObservation[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const observation of observations) {
    if (!observation.knownKey || !observation.makerId) continue;
    const group = groups.get(observation.knownKey) ?? {
      name: observation.displayName ?? observation.model,
      makerId: observation.makerId,
      released: observation.released,
      observations: [],
    };
    group.observations.push(observation);
    groups.set(observation.knownKey, group);
  }
  return groups;
}

export interface MergedScores {
  models: ScoredModel[];
  /** Scores in all benchmarks, also those that answers do not show. */
  measurements: ScoreMeasurement[];
  unplaced: string[];
}

/** Merges scores by model. `unplaced` lists names that match neither a catalog nor a known maker. */
export function mergeScores(observations: readonly ScoreObservation[], identity: ScoreIdentity): MergedScores {
  const groups = catalogGroups(observations);
  const byName = catalogNames(groups);
  const unplaced = new Set<string>();
  const snapshots = snapshotsIn(observations);
  for (const observation of observations.filter((entry) => entry.knownKey === null)) {
    const listing =
      identity.listingOf(observation.model, observation.makerId) ??
      (observation.displayName && !isSnapshot(observation.model) ? identity.listingOf(observation.displayName, observation.makerId) : null);
    const makerId = listing?.makerId ?? observation.makerId;
    if (!makerId) {
      unplaced.add(observation.model);
      continue;
    }
    const names = [...keysOf(observation, makerId, snapshots, identity), ...(listing ? [nameKey(makerId, listing.modelId)] : [])];
    const key = names.flatMap((name) => byName.get(name) ?? [])[0] ?? (listing ? nameKey(makerId, listing.modelId) : (names[0] ?? ""));
    const group = groups.get(key) ?? {
      name: listing?.name ?? observation.displayName ?? observation.model,
      makerId,
      released: observation.released,
      observations: [],
    };
    group.observations.push(observation);
    groups.set(key, group);
    for (const name of names) if (!byName.has(name)) byName.set(name, key);
  }
  return {
    models: [...groups].map(([key, group]) => toModel(key, group)).sort((left, right) => left.key.localeCompare(right.key)),
    measurements: [...groups].flatMap(([key, group]) => measurementsOf(key, group.observations)),
    unplaced: [...unplaced].sort(),
  };
}

function toModel(key: string, group: Group): ScoredModel {
  const ids = [...new Set(group.observations.map((observation) => observation.benchmarkId))].filter(isShown).sort();
  const reports = ids.flatMap((id) => {
    const report = reportOf(group.observations.filter((observation) => observation.benchmarkId === id));
    return report ? [[id, report] as const] : [];
  });
  const names = [...new Set(group.observations.map(({ model }) => model))].toSorted((a, b) => a.localeCompare(b, "en"));
  return { key, name: group.name, makerId: group.makerId, released: group.released, scores: Object.fromEntries(reports), names };
}
