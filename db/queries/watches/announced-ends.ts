import { and, isNotNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { modelListings } from "@/db/schema/models";
import { listRetirements } from "../models/retirements";
import { isAnnounced } from "@/lib/domain/models/retirements/retirement";
import type { WatchedEnd } from "@/lib/domain/watches/watch-retirement";

/** Announced ends of models at hosts, and of listings that end with the version that they stand for. */
export async function listAnnouncedEnds(db: Db): Promise<WatchedEnd[]> {
  const own = (await listRetirements(db)).filter(isAnnounced);
  const ends = own.map((row): WatchedEnd => ({ ...row, key: `${row.host}/${row.modelKey}` }));
  const known = new Set(ends.map(({ key }) => key));
  const { providerId, modelKey, modelId, retirement } = modelListings;
  const listed = await db
    .select({ host: providerId, modelKey, model: modelId, end: retirement })
    .from(modelListings)
    .where(
      and(isNotNull(retirement), sql`not exists (select from retirements r where r.host = ${providerId} and r.model_key = ${modelKey})`),
    );
  const following = listed.flatMap(({ host, modelKey: key, model, end }): WatchedEnd[] =>
    end && isAnnounced(end) ? [{ ...end, replacement: end.successor, key: `${host}/${key}`, host, model, page: null }] : [],
  );
  return [...ends, ...following.filter(({ key }) => !known.has(key))];
}
