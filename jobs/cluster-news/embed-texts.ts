import { createHash } from "node:crypto";
import { batchesOf } from "@/db/queries/upsert-rows";
import { saveVectors, useVectors } from "@/db/queries/news/stories/text-vectors";
import { BACKGROUND_HEADLINES } from "@/lib/domain/news/stories/background-headlines";
import { clusterText, type ArticleText } from "@/lib/domain/news/stories/cluster-rules";
import { SourceError } from "@/lib/sources/http/source";
import type { Embedder } from "@/lib/sources/news/embeddings/embedder";
import type { JobContext } from "../define";

/** Vectors are long. A page of this size takes far less than 50 ms on the embedded database. */
const READ_BATCH = 200;

const hashOf = (text: string): string => createHash("sha1").update(text).digest("base64url");

/** Vectors of texts that were embedded before, by text. */
export async function storedVectors(
  texts: readonly string[],
  model: string,
  { db, now, signal }: JobContext,
): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (const page of batchesOf(texts, READ_BATCH)) {
    signal.throwIfAborted();
    const byHash = await useVectors(db, model, page.map(hashOf), now);
    for (const text of page) {
      const vector = byHash.get(hashOf(text));
      if (vector) vectors.set(text, vector);
    }
  }
  return vectors;
}

interface Embedding {
  embedder: Embedder;
  /** On the clock of `performance.now()`; no batch begins after it. */
  endsAt: number;
  context: JobContext;
}

/** Texts of similar length share a batch, because the model pads all texts of a batch to the longest. */
const byLength = (a: string, b: string): number => a.length - b.length;

/** Asks the model only for texts without a stored vector, and stores each batch at once. Answers how many it asked for. */
async function embedTexts(texts: readonly string[], { embedder, endsAt, context }: Embedding): Promise<number> {
  const distinct = [...new Set(texts)];
  const stored = await storedVectors(distinct, embedder.model, context);
  const missing = distinct.filter((text) => !stored.has(text)).toSorted(byLength);
  let embedded = 0;
  for (const batch of batchesOf(missing, embedder.batchSize)) {
    context.signal.throwIfAborted();
    if (performance.now() >= endsAt) break;
    const answers = await embedder.embed(batch, context.signal);
    const vectors = new Map(batch.map((text, index) => [hashOf(text), answers[index] as Float32Array]));
    await saveVectors(context.db, embedder.model, vectors, context.now);
    embedded += batch.length;
  }
  return embedded;
}

interface EmbeddedDays {
  /** Texts of articles that the model was asked for. */
  embedded: number;
  /** Why the model does not answer; null while it does. */
  fault: string | null;
}

export async function embedDays(
  days: readonly string[],
  articlesOf: (day: string) => Promise<readonly ArticleText[]>,
  embedding: Embedding,
): Promise<EmbeddedDays> {
  let embedded = 0;
  try {
    await embedTexts(BACKGROUND_HEADLINES.map(clusterText), embedding);
    for (const day of days) embedded += await embedTexts((await articlesOf(day)).map(clusterText), embedding);
    return { embedded, fault: null };
  } catch (error) {
    if (!(error instanceof SourceError) || error.fault === "cancelled") throw error;
    return { embedded, fault: error.message };
  }
}
