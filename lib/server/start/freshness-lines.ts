import type { Db } from "@/db/client";
import { datasets } from "@/lib/datasets";
import { ageWords } from "@/lib/domain/freshness/age-words";
import { SAMPLE_HINT } from "@/lib/http/operator/operator-tasks";
import { datasetFreshness, type DatasetFreshness } from "@/lib/loaders/freshness/freshness";
import { bad, good, type Finding } from "./finding";

const isMissing = ({ ageSeconds }: DatasetFreshness): boolean => ageSeconds === null;

/** Groups datasets with the same state: `AI news, Changes (no data yet); Provider status (3 min old)`. */
function listed(states: readonly DatasetFreshness[]): string {
  const titles = new Map<string, string[]>();
  for (const state of states) titles.set(ageWords(state), [...(titles.get(ageWords(state)) ?? []), state.title]);
  return [...titles].map(([words, named]) => `${named.join(", ")} (${words})`).join("; ");
}

function linesOf(states: readonly DatasetFreshness[]): string[] {
  const known = states.filter((state) => !isMissing(state));
  const groups = [
    { name: "Fresh", members: known.filter(({ isStale, slaSeconds }) => !isStale && slaSeconds !== null) },
    { name: "Without a promise", members: known.filter(({ slaSeconds }) => slaSeconds === null) },
    { name: "Stale", members: known.filter(({ isStale }) => isStale) },
    { name: "Missing", members: states.filter(isMissing) },
  ];
  return groups.flatMap(({ name, members }) => (members.length > 0 ? [`${name}: ${listed(members)}`] : []));
}

const writtenDatasets = async (db: Db, now: Date): Promise<DatasetFreshness[]> =>
  (await datasetFreshness(db, now)).filter(({ dataset }) => datasets[dataset].job !== null);

/** What is known and how old it is; and how to look around while most of it is missing. */
export async function freshnessLines(db: Db, now: Date): Promise<string[]> {
  const states = await writtenDatasets(db, now);
  return states.filter(isMissing).length > states.length / 2 ? [...linesOf(states), `${SAMPLE_HINT}.`] : linesOf(states);
}

/** Bad only where sources were tried in vain: what is stale or missing else comes by itself. */
export async function freshnessFinding(db: Db, now: Date): Promise<Finding> {
  const states = await writtenDatasets(db, now);
  const says = linesOf(states).join(". ");
  return states.some(({ vainAttempts }) => vainAttempts !== null)
    ? bad("data", says, "let this machine reach its sources (network, DNS, proxy); failingSources of /api/health names each that failed")
    : good("data", says);
}
