import type { Cells } from "./read-cells";

type Json = Readonly<Record<string, unknown>>;

const DEEPEST = 3;
/** Members of an entry that each of its rows repeats. Every export has fewer, and a hostile one could have 50,000. */
const MOST_REPEATED = 50;
/** Reports of ccusage, by the member that holds them. */
const REPORTS = ["daily", "weekly", "monthly", "sessions", "session", "blocks"];

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Members of members get names with dots. Lists say nothing that a price depends on. */
function flat(object: Json, prefix = "", depth = 1): [string, unknown][] {
  return Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    if (isObject(value)) return depth < DEEPEST ? flat(value, `${prefix}${name}.`, depth + 1) : [];
    return [[`${prefix}${name}`, Array.isArray(value) ? null : value]];
  });
}

type Members = readonly [string, unknown][];

const cellsOf = (object: Json, beside: Members = []): Cells => Object.fromEntries([...beside, ...flat(object)]);
const repeatedOf = (object: Json): Members => flat(object).slice(0, MOST_REPEATED);

/** What an entry says beside its parts: those repeat its counts and its cost. */
const timesOf = ({ date, month, week, period, lastActivity, startTime, metadata }: Json): Json =>
  Object.fromEntries(
    Object.entries({ date, month, week, period, lastActivity, startTime, metadata }).filter(([, value]) => value !== undefined),
  );

function partsOf(entry: Json, isAgent = false): Json[] {
  const agents = isAgent ? [] : objectsIn(entry["agents"]);
  if (agents.length > 0) return agents.flatMap((agent) => partsOf(agent, true));
  const breakdowns = objectsIn(entry["modelBreakdowns"]);
  if (breakdowns.length > 0) return breakdowns;
  const { models } = entry;
  return isObject(models) ? Object.entries(models).flatMap(([modelName, part]) => (isObject(part) ? [{ ...part, modelName }] : [])) : [];
}

/** Each model of an entry is a row. A session's name is no time, so that its last activity is. */
function* rowsOfEntry(entry: Json): Generator<Cells> {
  const parts = partsOf(entry);
  if (parts.length === 0) return yield cellsOf(entry);
  const times = repeatedOf(timesOf(entry));
  for (const part of parts) yield cellsOf(part, times);
}

/** Each result of a bucket is a row, with the bucket's bounds. */
function* rowsOfBucket(bucket: Json): Generator<Cells> {
  const { results, result, ...bounds } = bucket;
  const parts = Array.isArray(results) ? results : result;
  if (!Array.isArray(parts)) return yield cellsOf(bucket);
  const repeated = repeatedOf(bounds);
  for (const part of objectsIn(parts)) yield cellsOf(part, repeated);
}

function* rowsOfEach(list: unknown, rowsOf: (object: Json) => Iterable<Cells>): Generator<Cells> {
  for (const object of objectsIn(list)) yield* rowsOf(object);
}

function* rowsIn(json: unknown): Generator<Cells> {
  if (Array.isArray(json)) return yield* rowsOfEach(json, rowsOfBucket);
  if (!isObject(json)) return;
  if (Array.isArray(json["lines"])) return yield* rowsOfEach(json["lines"], (line) => [cellsOf(line)]);
  if (Array.isArray(json["data"])) return yield* rowsOfEach(json["data"], rowsOfBucket);
  const report = REPORTS.find((name) => Array.isArray(json[name]));
  if (report !== undefined) return yield* rowsOfEach(json[report], rowsOfEntry);
  const { projects } = json;
  if (!isObject(projects)) return yield cellsOf(json);
  for (const entries of Object.values(projects)) yield* rowsOfEach(entries, rowsOfEntry);
}

/** The first rows of usage in JSON: of a list, a page of buckets or a report of ccusage. Empty where it is none of these. */
export function rowsOfJson(json: unknown, most = Infinity): Cells[] {
  const rows: Cells[] = [];
  for (const cells of rowsIn(json)) {
    if (rows.push(cells) >= most) break;
  }
  return rows;
}
