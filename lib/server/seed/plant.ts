import { inTransaction, type Db } from "@/db/client";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { hasCollectedData, markAsSample } from "@/db/queries/installation";
import { CommandError } from "@/lib/config/command-error";
import { datasetNames } from "@/lib/datasets";
import { plantDemo } from "./demo/plant";
import { plantWeek } from "./plant-week";
import { LAST_MOMENT, scenarios } from "./scenarios";
import type { PlantedHistory } from "./history/plant";

export interface PlantResult {
  scenario: string;
  counts: Record<string, number>;
  /** The present moment within the scenario. */
  clock: string;
}

interface Seed {
  name: string;
  summary: string;
  /** True for a scenario that stands for a real service's history. Its database says ever after that it holds samples. */
  isSample: boolean;
  plant(db: Db): Promise<Omit<PlantResult, "scenario">>;
}

/** A history that ends now. */
const upToNow = (plant: (db: Db, now: Date) => Promise<PlantedHistory>) => async (db: Db) => {
  const now = new Date();
  return { counts: { ...(await plant(db, now)) }, clock: now.toISOString() };
};

export const seeds: readonly Seed[] = [
  ...scenarios.map((scenario): Seed => ({
    name: scenario.name,
    summary: scenario.summary,
    isSample: false,
    plant: async (db) => ({ counts: { ...(await plantWeek(db, scenario)) }, clock: LAST_MOMENT.toISOString() }),
  })),
  {
    name: "demo",
    summary: "Ninety days up to today of every dataset, to see every page and chart with data; answers and pages say that it is a sample",
    isSample: true,
    plant: upToNow(plantDemo),
  },
];

/** Plants the scenario of this name. Refuses a database in which a service has collected data. */
export async function plantScenario(db: Db, { scenario: name, force }: Readonly<Record<string, unknown>>): Promise<PlantResult> {
  const seed = seeds.find((candidate) => candidate.name === name);
  if (!seed) {
    throw new CommandError(
      `There is no scenario ${JSON.stringify(name)}. The scenarios are: ${seeds.map((candidate) => candidate.name).join(", ")}.`,
    );
  }
  if (force !== true && (await hasCollectedData(db))) {
    throw new CommandError(
      "This database holds collected data. Seed another one (DATA_DIR=…), or add --force to mix invented data into it.",
    );
  }
  if (seed.isSample) await markAsSample(db);
  const planted = await seed.plant(db);
  await inTransaction(db, async (tx) => {
    for (const dataset of datasetNames) await bumpVersion(tx, dataset, new Date());
  });
  return { scenario: seed.name, ...planted };
}
