import type { Cells } from "./read-cells";

type Json = Readonly<Record<string, unknown>>;

const DEEPEST = 3;
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

const cellsOf = (object: Json): Cells => Object.fromEntries(flat(object));

/** What an entry says beside its parts: those repeat its counts and its cost. */
const timesOf = ({ date, month, week, period, lastActivity, startTime, metadata }: Json): Json =>
  Object.fromEntries(
    Object.entries({ date, month, week, period, lastActivity, startTime, metadata }).filter(([, value]) => value !== undefined),
  );

function partsOf(entry: Json): Json[] {
  const agents = objectsIn(entry["agents"]);
  if (agents.length > 0) return agents.flatMap(partsOf);
  const breakdowns = objectsIn(entry["modelBreakdowns"]);
  if (breakdowns.length > 0) return breakdowns;
  const { models } = entry;
  return isObject(models) ? Object.entries(models).flatMap(([modelName, part]) => (isObject(part) ? [{ ...part, modelName }] : [])) : [];
}

/** Each model of an entry is a row. A session's name is no time, so that its last activity is. */
function rowsOfEntry(entry: Json): Cells[] {
  const parts = partsOf(entry);
  return parts.length === 0 ? [cellsOf(entry)] : parts.map((part) => cellsOf({ ...timesOf(entry), ...part }));
}

/** Each result of a bucket is a row, with the bucket's bounds. */
function rowsOfBucket(bucket: Json): Cells[] {
  const { results, result, ...bounds } = bucket;
  const parts = Array.isArray(results) ? results : result;
  return Array.isArray(parts) ? objectsIn(parts).map((part) => cellsOf({ ...bounds, ...part })) : [cellsOf(bucket)];
}

/** Rows of usage in JSON: a list, a page of buckets, or a report of ccusage. Empty where it is none of these. */
export function rowsOfJson(json: unknown): Cells[] {
  if (Array.isArray(json)) return objectsIn(json).flatMap(rowsOfBucket);
  if (!isObject(json)) return [];
  if (Array.isArray(json["lines"])) return objectsIn(json["lines"]).map(cellsOf);
  if (Array.isArray(json["data"])) return objectsIn(json["data"]).flatMap(rowsOfBucket);
  const report = REPORTS.find((name) => Array.isArray(json[name]));
  if (report !== undefined) return objectsIn(json[report]).flatMap(rowsOfEntry);
  const { projects } = json;
  if (isObject(projects)) return Object.values(projects).flatMap((entries) => objectsIn(entries).flatMap(rowsOfEntry));
  return [cellsOf(json)];
}
