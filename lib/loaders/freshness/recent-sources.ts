import type { Db } from "@/db/client";
import { listSources, type SourceRecord } from "@/db/queries/freshness/operations";
import { datasetNames, type DatasetName } from "@/lib/datasets";
import { oncePerVersion } from "./once-per-version";

type Load = (db: Db) => Promise<readonly SourceRecord[]>;

const loaders: ReadonlyMap<DatasetName, Load> = new Map(
  datasetNames.map((name): [DatasetName, Load] => [name, oncePerVersion([name], (db) => listSources(db, name))]),
);

/**
 * When each source of a dataset was last read, and its fault. Each reading moves the dataset's version, so all answers to the same
 * version, prepared or not, show the same times.
 */
export const recentSources: (db: Db, dataset: DatasetName) => Promise<readonly SourceRecord[]> = async (db, dataset) =>
  (await loaders.get(dataset)?.(db)) ?? [];

export const allRecentSources = async (db: Db): Promise<readonly SourceRecord[]> =>
  (await Promise.all(datasetNames.map((name) => recentSources(db, name)))).flat();
