import type { Db } from "@/db/client";
import { hasCollectedData } from "@/db/queries/installation";
import { CommandError } from "@/lib/config/command-error";
import { plantWeek } from "./plant-week";
import { LAST_MOMENT, scenarios } from "./scenarios";
import { plantHistory, THREE_YEARS } from "./three-years/plant";

export interface PlantResult {
  scenario: string;
  counts: Record<string, number>;
  /** The present moment within the scenario. */
  clock: string;
}

interface Seed {
  name: string;
  summary: string;
  plant(db: Db): Promise<Omit<PlantResult, "scenario">>;
}

export const seeds: readonly Seed[] = [
  ...scenarios.map((scenario): Seed => ({
    name: scenario.name,
    summary: scenario.summary,
    plant: async (db) => ({ counts: { ...(await plantWeek(db, scenario)) }, clock: LAST_MOMENT.toISOString() }),
  })),
  {
    name: "three-years",
    summary: "Three years of daily history up to today, of a thousand makers' models and everything else that is captured",
    async plant(db) {
      const now = new Date();
      return { counts: { ...(await plantHistory(db, THREE_YEARS, now)) }, clock: now.toISOString() };
    },
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
  return { scenario: seed.name, ...(await seed.plant(db)) };
}
