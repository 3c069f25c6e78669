import type { Db } from "@/db/client";
import { datasets } from "@/lib/datasets";
import { DAY_SECONDS } from "@/lib/domain/basics/time";
import { datasetFreshness, type DatasetFreshness } from "@/lib/loaders/freshness/freshness";

const UNITS = [
  { name: "day", seconds: DAY_SECONDS },
  { name: "hour", seconds: 3600 },
  { name: "minute", seconds: 60 },
] as const;

function inWords(seconds: number): string {
  const unit = UNITS.find((candidate) => seconds >= candidate.seconds) ?? { name: "second", seconds: 1 };
  const count = Math.round(seconds / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

function stateOf({ ageSeconds, slaSeconds, isStale }: DatasetFreshness): string {
  if (ageSeconds === null) return "never read";
  const read = `read ${inWords(ageSeconds)} ago`;
  if (slaSeconds === null) return read;
  return isStale ? `STALE, ${read}; promised within ${inWords(slaSeconds)}` : `fresh, ${read}`;
}

export async function freshnessTable(db: Db, now: Date): Promise<string> {
  const states = (await datasetFreshness(db, now)).filter(({ dataset }) => datasets[dataset].job !== null);
  const width = Math.max(...states.map(({ title }) => title.length));
  return states.map((state) => `  ${state.title.padEnd(width)}  ${stateOf(state)}`).join("\n");
}
