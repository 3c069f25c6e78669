import { createHash } from "node:crypto";
import { batchesOf } from "@/db/queries/upsert-rows";
import { listVectors, saveVectors, type ClusterableArticle, type StoredVector } from "@/db/queries/news/stories/news-clusters";
import { clusterTexts } from "@/lib/domain/news/stories/cluster-rules";
import { articlesPerCall, embedArticleTexts } from "@/lib/sources/news/embeddings/embed-articles";
import type { Embedder } from "@/lib/sources/news/embeddings/embedder";
import type { JobContext } from "../define";

/** Vectors are long. A page of this size takes far less than 50 ms on the embedded database. */
const READ_BATCH = 200;

const hashOf = (article: ClusterableArticle): string => createHash("sha1").update(clusterTexts(article).join("\n")).digest("base64url");

interface UnembeddedArticle {
  article: ClusterableArticle;
  textHash: string;
}

export interface EmbeddingResult {
  /** By article id; articles that there was no time for are missing. */
  vectors: Map<string, Float32Array>;
  embedded: number;
}

async function storedVectors(
  articles: readonly ClusterableArticle[],
  model: string,
  { db, signal }: JobContext,
): Promise<Map<string, StoredVector>> {
  const vectors = new Map<string, StoredVector>();
  for (const page of batchesOf(articles, READ_BATCH)) {
    signal.throwIfAborted();
    for (const [id, stored] of await listVectors(
      db,
      model,
      page.map(({ id }) => id),
    )) {
      vectors.set(id, stored);
    }
  }
  return vectors;
}

/**
 * Embeds only articles without a vector of this text and model. Stores each batch at once;
 * no batch begins after `endsAt` (on the clock of `performance.now()`).
 */
export async function embedArticles(
  articles: readonly ClusterableArticle[],
  embedder: Embedder,
  endsAt: number,
  context: JobContext,
): Promise<EmbeddingResult> {
  const storedById = await storedVectors(articles, embedder.model, context);
  const vectors = new Map<string, Float32Array>();
  const missing: UnembeddedArticle[] = [];
  for (const article of articles) {
    const textHash = hashOf(article);
    const stored = storedById.get(article.id);
    if (stored?.textHash === textHash) vectors.set(article.id, stored.vector);
    else missing.push({ article, textHash });
  }
  let embedded = 0;
  for (const batch of batchesOf(missing, articlesPerCall(embedder))) {
    context.signal.throwIfAborted();
    if (performance.now() >= endsAt) break;
    const answers = await embedArticleTexts(
      batch.map(({ article }) => article),
      embedder,
      context.signal,
    );
    const rows = batch.map(({ article, textHash }, index) => ({
      articleId: article.id,
      textHash,
      vector: answers[index] as Float32Array,
      publishedAt: article.publishedAt,
    }));
    await saveVectors(context.db, embedder.model, rows, context.now);
    for (const { articleId, vector } of rows) vectors.set(articleId, vector);
    embedded += rows.length;
  }
  return { vectors, embedded };
}
