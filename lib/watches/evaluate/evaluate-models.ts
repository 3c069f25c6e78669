import type { Db } from "@/db/client";
import { listVersions } from "@/db/queries/freshness/operations";
import { listModelAliases } from "@/db/queries/models/models";
import { listAbilitiesOf, listMakersModels, type DueWatch } from "@/db/queries/watches/model-watches";
import { groupBy } from "@/lib/domain/basics/group-by";
import { evaluateAbilities } from "@/lib/domain/watches/watch-ability";
import { evaluateNewModels } from "@/lib/domain/watches/watch-new-model";
import { evaluateDue } from "./evaluate-due";

const subjectsOf = (due: readonly { subjects: string[] }[]): string[] => [...new Set(due.flatMap(({ subjects }) => subjects))];

async function evaluateCapabilities(tx: Db, due: readonly DueWatch<"capability">[]) {
  const byKey = new Map((await listAbilitiesOf(tx, subjectsOf(due))).map((model) => [model.key, model]));
  return due.map(({ id, subjects, seen }) => ({
    id,
    ...evaluateAbilities(
      seen ?? {},
      subjects.flatMap((key) => byKey.get(key) ?? []),
    ),
  }));
}

/** By `provider/model`: the ids that a listing had before. */
async function formerIdsOf(tx: Db): Promise<Map<string, string[]>> {
  const aliases = groupBy(await listModelAliases(tx), ({ providerId, modelId }) => `${providerId}/${modelId.toLowerCase()}`);
  return new Map([...aliases].map(([key, former]) => [key, former.map(({ alias }) => alias)]));
}

async function evaluateListed(tx: Db, due: readonly DueWatch<"new_model">[]) {
  const ofMaker = groupBy(await listMakersModels(tx, subjectsOf(due)), ({ makerId }) => makerId);
  const formerIds = await formerIdsOf(tx);
  return due.map(({ id, subjects: [maker = ""], seen }) => {
    const { match, seen: next } = evaluateNewModels(maker, seen ?? [], ofMaker.get(maker) ?? [], formerIds);
    return { id, seen: next, matches: match === null ? [] : [match] };
  });
}

/** Evaluates watches of what models can do, and of new models, once for each version of the models. */
export async function evaluateModelWatches(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const version = String((await listVersions(db)).find(({ dataset }) => dataset === "models")?.version ?? 0);
  const run = { version, now, signal };
  return (await evaluateDue(db, "capability", run, evaluateCapabilities)) + (await evaluateDue(db, "new_model", run, evaluateListed));
}
