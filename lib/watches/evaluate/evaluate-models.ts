import { inTransaction, type Db } from "@/db/client";
import { listVersions } from "@/db/queries/freshness/operations";
import { listModelAliases } from "@/db/queries/models/models";
import {
  listAbilitiesOf,
  listMakersModels,
  lockCapabilityWatches,
  lockNewModelWatches,
  saveSeenAbilities,
  saveSeenModels,
  type Due,
} from "@/db/queries/watches/model-watches";
import { queueFires } from "@/db/queries/watches/watch-deliveries";
import { groupBy } from "@/lib/domain/basics/group-by";
import { evaluateAbilities } from "@/lib/domain/watches/watch-ability";
import type { WatchMatch } from "@/lib/domain/watches/watch-body";
import { evaluateNewModels } from "@/lib/domain/watches/watch-new-model";
import { newDeliveryId } from "../watch-secret";

const BATCH = 200;

const queueMatches = (tx: Db, results: readonly { id: string; matches: readonly WatchMatch[] }[], now: Date): Promise<void> =>
  queueFires(
    tx,
    results.flatMap(({ id, matches }) => matches.map((match) => ({ id: newDeliveryId(), watchId: id, firedAt: now, match }))),
  );

interface Batch {
  watches: number;
  fired: number;
}

async function evaluateCapabilities(tx: Db, due: Due): Promise<Batch> {
  const watches = await lockCapabilityWatches(tx, due);
  const models = await listAbilitiesOf(tx, [...new Set(watches.flatMap(({ subjects }) => subjects))]);
  const byKey = new Map(models.map((model) => [model.key, model]));
  const results = watches.map(({ id, subjects, seen }) => ({
    id,
    ...evaluateAbilities(
      seen,
      subjects.flatMap((key) => byKey.get(key) ?? []),
    ),
  }));
  await queueMatches(tx, results, due.now);
  await saveSeenAbilities(tx, results, due.version);
  return { watches: watches.length, fired: results.reduce((sum, { matches }) => sum + matches.length, 0) };
}

/** By `provider/model`: the ids that a listing had before. */
async function formerIdsOf(tx: Db): Promise<Map<string, string[]>> {
  const aliases = groupBy(await listModelAliases(tx), ({ providerId, modelId }) => `${providerId}/${modelId.toLowerCase()}`);
  return new Map([...aliases].map(([key, former]) => [key, former.map(({ alias }) => alias)]));
}

async function evaluateListed(tx: Db, due: Due): Promise<Batch> {
  const watches = await lockNewModelWatches(tx, due);
  if (watches.length === 0) return { watches: 0, fired: 0 };
  const listed = await listMakersModels(tx, [...new Set(watches.flatMap(({ subjects }) => subjects))]);
  const ofMaker = groupBy(listed, ({ makerId }) => makerId);
  const formerIds = await formerIdsOf(tx);
  const results = watches.map(({ id, subjects: [maker = ""], seen }) => {
    const { match, ...next } = evaluateNewModels(maker, seen, ofMaker.get(maker) ?? [], formerIds);
    return { id, ...next, matches: match === null ? [] : [match] };
  });
  await queueMatches(tx, results, due.now);
  await saveSeenModels(tx, results, due.version);
  return { watches: watches.length, fired: results.reduce((sum, { matches }) => sum + matches.length, 0) };
}

/** Evaluates watches of what models can do, and of new models, once for each version of the models. */
export async function evaluateModelWatches(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const version = String((await listVersions(db)).find(({ dataset }) => dataset === "models")?.version ?? 0);
  let fired = 0;
  for (const evaluate of [evaluateCapabilities, evaluateListed]) {
    for (let isMore = true; isMore;) {
      signal.throwIfAborted();
      const batch = await inTransaction(db, async (tx) => evaluate(tx, { version, limit: BATCH, now }));
      fired += batch.fired;
      isMore = batch.watches > 0;
    }
  }
  return fired;
}
