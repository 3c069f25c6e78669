import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { modelAliases, modelListings } from "@/db/schema/models";
import { watches } from "@/db/schema/watches";
import { keysOf } from "../models/models";
import { isLive, namesOf, updateFrom } from "./watch-evaluations";
import type { AbleModel, SeenAbilities } from "@/lib/domain/watches/watch-ability";
import type { MakersModel } from "@/lib/domain/watches/watch-new-model";
import type { SeenRetirements } from "@/lib/domain/watches/watch-retirement";
import type { WatchSpec } from "@/lib/domain/watches/watch-spec";

const { id, subjects, evaluatedFor } = watches;
const { providerId, modelKey, modelId, name, makerId, isMakersListing } = modelListings;

/** What a watch has seen, by the types that are evaluated once for each version of the data. */
export interface SeenOf {
  retirement: SeenRetirements;
  capability: SeenAbilities;
  new_model: string[];
}
export type DueType = keyof SeenOf;

const SEEN = { retirement: watches.lastRetirements, capability: watches.lastAbilities, new_model: watches.lastListed };

export interface DueWatch<Type extends DueType> {
  id: string;
  spec: Extract<WatchSpec, { type: Type }>;
  subjects: string[];
  seen: SeenOf[Type] | null;
}

/** What is due, and for which version of the data it then is evaluated. */
interface Due {
  version: string;
  limit: number;
  now: Date;
}

/** Locks the watches of a type that were not evaluated for this version; skips those that are locked. */
export const lockDueWatches = <Type extends DueType>(tx: Db, type: Type, { version, limit, now }: Due): Promise<DueWatch<Type>[]> =>
  tx
    .select({ id, spec: watches.spec, subjects, seen: SEEN[type] })
    .from(watches)
    .where(and(isLive(type, now), sql`${evaluatedFor} is distinct from ${version}`))
    .orderBy(id)
    .limit(limit)
    .for("update", { skipLocked: true }) as unknown as Promise<DueWatch<Type>[]>;

export const saveSeen = async <Type extends DueType>(
  tx: Db,
  type: Type,
  seen: readonly { id: string; seen: SeenOf[Type] }[],
  version: string,
): Promise<void> => updateFrom(tx, seen, sql`seen jsonb`, sql`${sql.identifier(SEEN[type].name)} = v.seen, evaluated_for = ${version}`);

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
