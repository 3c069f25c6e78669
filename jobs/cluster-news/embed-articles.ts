import { createHash } from "node:crypto";
import { batchesOf } from "@/db/queries/upsert-rows";
import { listVectors, saveVectors, type ClusterableArticle, type StoredVector } from "@/db/queries/news/stories/news-clusters";
import { clusterTexts } from "@/lib/domain/news/stories/cluster-rules";
import { articlesPerCall, embedArticleTexts } from "@/lib/sources/news/embeddings/embed-articles";
import type { Embedder } from "@/lib/sources/news/embeddings/embedder";
import type { JobContext } from "../define";

/** Vectors are long: small enough that reading a page stays far below 50 ms on the embedded database. */
const READ_AT_ONCE = 200;

const hashOf = (article: ClusterableArticle): string => createHash("sha1").update(clusterTexts(article).join("\n")).digest("base64url");

interface ToEmbed {
  article: ClusterableArticle;
  textHash: string;
}

export interface Embedded {
  /** By article; those that there was no time for are missing. */
  vectors: Map<string, Float32Array>;
  embedded: number;
}

async function knownVectors(
  articles: readonly ClusterableArticle[],
  model: string,
  { db, signal }: JobContext,
): Promise<Map<string, StoredVector>> {
  const known = new Map<string, StoredVector>();
  for (const page of batchesOf(articles, READ_AT_ONCE)) {
    signal.throwIfAborted();
    for (const [id, stored] of await listVectors(
      db,
      model,
      page.map(({ id }) => id),
    )) {
      known.set(id, stored);
    }
  }
  return known;
}

/** Only what is new, was corrected or was embedded by another model; each batch is kept as it comes, and none begins after `endsAt` of the process's clock. */
export async function embedArticles(
  articles: readonly ClusterableArticle[],
  embedder: Embedder,
  endsAt: number,
  context: JobContext,
): Promise<Embedded> {
  const known = await knownVectors(articles, embedder.model, context);
  const vectors = new Map<string, Float32Array>();
  const missing: ToEmbed[] = [];
  for (const article of articles) {
    const textHash = hashOf(article);
    const stored = known.get(article.id);
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
