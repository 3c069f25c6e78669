import { clusterTexts, type ArticleText } from "@/lib/domain/news/stories/cluster-rules";
import { SourceError } from "@/lib/sources/http/source";
import { unitVector, type Embedder } from "./embedder";

const TEXTS_PER_ARTICLE = 2;

export const articlesPerCall = ({ batchSize }: Embedder): number => Math.max(1, Math.floor(batchSize / TEXTS_PER_ARTICLE));

/** One unit vector per article: the mean of the vectors of its two texts. At most `articlesPerCall` articles. */
export async function embedArticleTexts(
  articles: readonly ArticleText[],
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const texts = articles.flatMap(clusterTexts);
  const distinct = [...new Set(texts)];
  const vectors = new Map((await embedder.embed(distinct, signal)).map((vector, index) => [distinct[index] as string, vector]));
  return articles.map((article) => {
    const [title, whole] = clusterTexts(article).map((text) => vectors.get(text) as Float32Array) as [Float32Array, Float32Array];
    const mean = unitVector(title.map((number, index) => number + (whole[index] as number)));
    if (!mean) throw new SourceError("parse", "title and text point in opposite directions");
    return mean;
  });
}
