import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { textVectors } from "@/db/schema/news-clusters";
import { run } from "@/db/statements";
import { DAY_MS } from "@/lib/domain/basics/time";

/** By the hash of their texts. */
export type VectorsByHash = Map<string, Float32Array>;

/** The copy aligns the bytes for Float32Array. Drivers return views into larger buffers at any offset. */
const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

/** Marks the vectors as used. An update a day is enough, however often they are used. */
export async function useVectors(db: Db, model: string, hashes: readonly string[], now: Date): Promise<VectorsByHash> {
  if (hashes.length === 0) return new Map();
  const { textHash, vector, usedAt } = textVectors;
  const asked = and(eq(textVectors.model, model), inArray(textHash, [...hashes]));
  const rows = await db.select({ textHash, vector }).from(textVectors).where(asked);
  await db
    .update(textVectors)
    .set({ usedAt: now })
    .where(and(asked, lt(usedAt, new Date(now.getTime() - DAY_MS))));
  return new Map(rows.map((row) => [row.textHash, floatsOf(row.vector)]));
}

export async function saveVectors(db: Db, model: string, vectors: VectorsByHash, now: Date): Promise<void> {
  if (vectors.size === 0) return;
  const rows = [...vectors].map(([textHash, { buffer, byteOffset, byteLength }]) => ({
    model,
    textHash,
    vector: new Uint8Array(buffer, byteOffset, byteLength),
    usedAt: now,
  }));
  await db.insert(textVectors).values(rows).onConflictDoNothing();
}

const PRUNE_BATCH = 500;

/** Deletes a batch of vectors that nothing has used since; answers how many. */
export const pruneVectors = async (db: Db, unusedSince: Date): Promise<number> =>
  run(
    db,
    sql`
    delete from text_vectors where (model, text_hash) in (
      select model, text_hash from text_vectors where used_at < ${at(unusedSince)} limit ${PRUNE_BATCH}
    ) returning 1`,
  );
