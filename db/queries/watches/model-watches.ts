import { and, asc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { modelAliases, modelListings } from "@/db/schema/models";
import { watches } from "@/db/schema/watches";
import { keysOf } from "../models/models";
import { isLive, namesOf, updateFrom } from "./watch-evaluations";
import type { AbleModel, SeenAbilities } from "@/lib/domain/watches/watch-ability";
import type { MakersModel } from "@/lib/domain/watches/watch-new-model";

const { id, subjects, evaluatedFor } = watches;
const { providerId, modelKey, modelId, name, makerId, isMakersListing } = modelListings;

interface ModelWatch<Seen> {
  id: string;
  subjects: string[];
  seen: Seen;
}

/** Locks the watches of a type that were not evaluated for this version; skips those that are locked. */
const lockWatches = <Seen>(
  tx: Db,
  type: "capability" | "new_model",
  seen: SQL<Seen>,
  { version, limit, now }: Due,
): Promise<ModelWatch<Seen>[]> =>
  tx
    .select({ id, subjects, seen })
    .from(watches)
    .where(and(isLive(type, now), sql`${evaluatedFor} is distinct from ${version}`))
    .orderBy(id)
    .limit(limit)
    .for("update", { skipLocked: true }) as Promise<ModelWatch<Seen>[]>;

/** What is due, and for which version of the data it then is evaluated. */
export interface Due {
  version: string;
  limit: number;
  now: Date;
}

export const lockCapabilityWatches = (tx: Db, due: Due): Promise<ModelWatch<SeenAbilities>[]> =>
  lockWatches(tx, "capability", sql<SeenAbilities>`coalesce(${watches.lastAbilities}, '{}'::jsonb)`, due);

export const lockNewModelWatches = (tx: Db, due: Due): Promise<ModelWatch<string[]>[]> =>
  lockWatches(tx, "new_model", sql<string[]>`coalesce(${watches.lastListed}, '[]'::jsonb)`, due);

export const saveSeenAbilities = async (tx: Db, seen: readonly { id: string; seen: SeenAbilities }[], version: string): Promise<void> =>
  updateFrom(tx, seen, sql`seen jsonb`, sql`last_abilities = v.seen, evaluated_for = ${version}`);

export const saveSeenModels = async (tx: Db, seen: readonly { id: string; seen: string[] }[], version: string): Promise<void> =>
  updateFrom(tx, seen, sql`seen jsonb`, sql`last_listed = v.seen, evaluated_for = ${version}`);

/** Listings under the keys that were asked for. A former id finds the listing that has another now. */
export async function listAbilitiesOf(tx: Db, keys: readonly string[]): Promise<AbleModel[]> {
  if (keys.length === 0) return [];
  const key = sql<string>`${providerId} || '/' || ${modelKey}`;
  const formerKey = sql<string>`${modelAliases.providerId} || '/' || lower(${modelAliases.alias})`;
  const {
    contextWindow,
    maxInputTokens,
    maxOutputTokens,
    modalitiesIn,
    modalitiesOut,
    capabilities,
    isOpenWeights: openSource,
  } = modelListings;
  const abilities = { contextWindow, maxInputTokens, maxOutputTokens, modalitiesIn, modalitiesOut, capabilities, openSource };
  const listed = await tx
    .select({ key, providerId, modelId, name, abilities })
    .from(modelListings)
    .where(sql`(${providerId}, ${modelKey}) in ${keysOf(keys.map(namesOf))}`);
  const found = new Set(listed.map((one) => one.key));
  const renamed = await tx
    .select({ key: formerKey, providerId, modelId, name, abilities })
    .from(modelAliases)
    .innerJoin(modelListings, and(eq(providerId, modelAliases.providerId), eq(modelKey, sql`lower(${modelAliases.modelId})`)))
    .where(inArray(formerKey, [...keys]));
  return [...listed, ...renamed.filter((one) => !found.has(one.key))];
}

/** The listings that are nearest to their makers, in a fixed order. */
export async function listMakersModels(tx: Db, makers: readonly string[]): Promise<MakersModel[]> {
  const { inputPrice, outputPrice, contextWindow, released } = modelListings;
  const rows = await tx
    .select({ makerId: sql<string>`${makerId}`, providerId, modelId, name, inputPrice, outputPrice, contextWindow, released })
    .from(modelListings)
    .where(and(isMakersListing, inArray(makerId, [...makers])))
    .orderBy(asc(providerId), asc(modelKey));
  return rows;
}
