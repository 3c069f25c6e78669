import type { Db } from "@/db/client";
import { listSources } from "@/db/queries/freshness/operations";
import { datasetNames, datasets, type DatasetName } from "@/lib/datasets";
import { datasetCapture } from "@/lib/domain/freshness/dataset-capture";
import { DAY_SECONDS } from "@/lib/domain/basics/time";
import { isStaleAge } from "@/lib/domain/freshness/clock";

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

function stateOf(name: DatasetName, capturedAt: Date | null, now: Date): string {
  const { slaSeconds, job } = datasets[name];
  if (!capturedAt) return job ? "never read" : "part of the release";
  const ageSeconds = Math.max(0, (now.getTime() - capturedAt.getTime()) / 1000);
  const read = `read ${inWords(ageSeconds)} ago`;
  if (slaSeconds === null) return read;
  return isStaleAge(ageSeconds, slaSeconds) ? `STALE, ${read}; promised within ${inWords(slaSeconds)}` : `fresh, ${read}`;
}

export async function freshnessTable(db: Db, now: Date): Promise<string> {
  const sources = await listSources(db);
  const rows = datasetNames
    .filter((name) => datasets[name].job !== null)
    .map(
      (name) =>
        [
          datasets[name].title,
          stateOf(
            name,
            datasetCapture(
              sources.filter(({ dataset }) => dataset === name),
              now,
            ),
            now,
          ),
        ] as const,
    );
  const width = Math.max(...rows.map(([title]) => title.length));
  return rows.map(([title, state]) => `  ${title.padEnd(width)}  ${state}`).join("\n");
}
